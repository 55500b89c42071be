/** The file of `latchkey dev --data`: what it keeps, and what it refuses without touching it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DataFileError, openDataFile } from '../../../../src/tools/emulator/state/dataFile.ts'
import { createEmulator } from '../../../../src/tools/emulator/index.ts'
import { until } from '../../../harness/turns.ts'

const test = suite('emulator: its data file')

let folder: string
let path: string
test.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-data-'))
  path = join(folder, 'data.json')
})
test.after.each(() => rmSync(folder, { recursive: true, force: true }))

const nothing = () => undefined
const user = (name: string) => ({ users: [{ emails: [{ email: `${name}@example.com` }] }] })
const modeOf = (file: string) => statSync(file).mode & 0o777

const refusal = (file: string) => {
  try {
    openDataFile(file, createEmulator(), nothing)
  } catch (error) {
    assert.instance(error, DataFileError)
    return (error as Error).message
  }
  throw new Error(`${file} was not refused`)
}

test('another emulator continues from it, and only its owner can read it', async () => {
  const emulator = createEmulator({ seed: user('ada') })
  const data = openDataFile(path, emulator, nothing)
  assert.is(modeOf(path), 0o600, 'from the beginning')
  emulator.clock.advance(60_000)
  await emulator.signIn({ email: 'ada@example.com' })
  assert.ok(data.close())
  assert.equal(readdirSync(folder), ['data.json'], 'nothing else is left')

  chmodSync(path, 0o644)
  const next = createEmulator()
  const again = openDataFile(path, next, nothing)
  assert.equal(next.state(), emulator.state())
  assert.is(modeOf(path), 0o600)
  next.seed(user('bob'))
  next.reset()
  again.save()
  assert.not.match(readFileSync(path, 'utf8'), /ada@|bob@/)
  assert.is(modeOf(path), 0o600)
  next.state(emulator.state())
  again.close()
  assert.match(readFileSync(path, 'utf8'), /ada@/)
})

test('a change is written soon, what changes nothing is not, and two emulators have two files', async () => {
  const emulators = [createEmulator(), createEmulator()] as const
  const paths = [path, join(folder, 'other.json')] as const
  const [data, other] = emulators.map((emulator, at) => openDataFile(paths[at]!, emulator, nothing))
  const { ino } = statSync(paths[1])
  const [text, reader] = [readFileSync(path, 'utf8'), openSync(path, 'r')]
  emulators[0].seed(user('ada'))
  for (const file of [data!, other!]) file.scheduleSave()
  await until(() => readFileSync(path, 'utf8').includes('ada@example.com'))
  assert.is(readFileSync(reader, 'utf8'), text, 'the file was replaced, not written over')
  closeSync(reader)
  other!.close()
  assert.is(statSync(paths[1]).ino, ino)
  data!.close()
})

/** Adds a user after the other to the file, and prints the number of each that was written. */
const writer = `
  import { createEmulator } from '${new URL('../../../../src/tools/emulator/index.ts', import.meta.url)}'
  import { openDataFile } from '${new URL('../../../../src/tools/emulator/state/dataFile.ts', import.meta.url)}'
  import { writeSync } from 'node:fs'
  const emulator = createEmulator()
  const data = openDataFile(process.argv[1], emulator, console.warn)
  for (let count = emulator.state().stores.users.length + 1; ; count++) {
    emulator.seed({ users: Array.from({ length: count === 1 ? 500 : 1 }, () => ({})) })
    data.save()
    writeSync(1, count + '\\n')
  }`

test('a program that is killed while it writes loses nothing that was written', async () => {
  for (const writes of [1, 5]) {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', writer, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'close')
    let last = 0
    let seen = 0
    for await (const line of createInterface(child.stdout)) {
      last = Number(line)
      if (++seen === writes) child.kill('SIGKILL')
    }
    await ended
    const emulator = createEmulator()
    openDataFile(path, emulator, nothing).close()
    const { length } = emulator.state().stores.users as unknown[]
    assert.ok(length >= last && length > 0, `${length} users of ${last}`)
  }
})

test('a second program is refused, and may use the file after the first has ended', () => {
  const data = openDataFile(path, createEmulator(), nothing)
  symlinkSync(folder, `${folder}-link`)
  try {
    for (const name of [path, join(`${folder}-link`, 'data.json')])
      assert.match(
        refusal(name),
        /^Another program uses .*data\.json\. Stop it, or name another file\. If there is none, delete .*data\.json\.lock\.$/,
      )
  } finally {
    rmSync(`${folder}-link`)
  }
  data.close()
  openDataFile(path, createEmulator(), nothing).close()
})

test('what a killed program left is in nobody’s way', () => {
  // No process has this number: the kernel gives none that is so high.
  writeFileSync(`${path}.lock`, `4194999 ${hostname()}`)
  writeFileSync(`${path}.tmp`, '{"format"')
  openDataFile(path, createEmulator(), nothing).close()
  assert.equal(readdirSync(folder), ['data.json'])
  writeFileSync(`${path}.lock`, '4194999 another-machine')
  assert.match(refusal(path), /^Another program uses /)
  assert.is(readFileSync(`${path}.lock`, 'utf8'), '4194999 another-machine')
})

test('a file that is cut off, damaged, of another version or of another program is refused, and stays as it is', () => {
  openDataFile(path, createEmulator({ seed: user('ada') }), nothing).close()
  const whole = readFileSync(path, 'utf8')
  const withStores = (change: (stores: Record<string, any>) => unknown) => {
    const contents = JSON.parse(whole)
    change(contents.stores)
    return JSON.stringify(contents)
  }
  const ofUsers = /is damaged: .* of the store users (?:is|are) not what an emulator saves\./
  const contents: [text: string, said: RegExp][] = [
    ...Array.from({ length: 20 }, (_, at): [string, RegExp] => [
      whole.slice(0, Math.floor((at * whole.length) / 20)),
      /data\.json is (?:damaged: it is not complete JSON|not a file of latchkey dev)\. /,
    ]),
    [whole.slice(0, -2), /is damaged: it is not complete JSON\./],
    [whole.replace('"user_id"', 'user_id'), /is damaged: it is not complete JSON\./],
    ...[1, 2, 3, 5].map((version): [string, RegExp] => [
      whole.replace('"version":4', `"version":${version}`),
      new RegExp(`has the format ${version} of another version of Latchkey, and this one reads 4\\.`),
    ]),
    ['{"format":"latchkey-emulator","version":3,"state":1}\n123\t["clock",""]\t{}\n', /has the format 3 of another version/],
    ['{"format":"latchkey-emulator","version":4}', /is damaged: /],
    [withStores((stores) => (stores.users[0][1] = null)), ofUsers],
    [withStores((stores) => delete stores.users[0][1].emails), ofUsers],
    [withStores((stores) => (stores.users[0][1].phone_numbers = {})), ofUsers],
    [withStores((stores) => stores.users.push(['1'])), ofUsers],
    [withStores((stores) => (stores.users = 7)), ofUsers],
    [withStores((stores) => (stores.clock = [7])), /is damaged: .* the store clock /],
    [withStores((stores) => (stores.guests = [])), /is damaged: .*guests\./],
    ...['', 'null', '[]', '7', '"x"', '# Notes\n', '\u0000\u0001', '{"name":"my-app","version":"1.0.0"}'].map((text): [string, RegExp] => [
      text,
      /is not a file of latchkey dev\./,
    ]),
  ]
  for (const [text, pattern] of contents) {
    writeFileSync(path, text)
    const message = refusal(path)
    assert.match(message, pattern, text.slice(-40))
    assert.match(message, /\. The file is unchanged: name another one, or move this one away\.$/)
    assert.is(readFileSync(path, 'utf8'), text)
    assert.equal(readdirSync(folder), ['data.json'])
  }
})

test('a place that is no file of this account is named in a sentence, and left alone', () => {
  const link = join(folder, 'link.json')
  openDataFile(path, createEmulator(), nothing).close()
  symlinkSync(path, link)
  mkdirSync(join(folder, 'home'))
  assert.match(refusal(join(folder, 'nowhere', 'data.json')), /cannot be used: its folder does not exist\.$/)
  assert.match(refusal(join(folder, 'home')), /is not a file\.$/)
  assert.match(refusal(link), /link\.json is a symbolic link\. Name the file that it leads to\.$/)
  if (process.getuid?.() === 0) {
    chownSync(path, 1, 1)
    assert.match(refusal(path), /data\.json belongs to another account\. /)
    assert.is(statSync(path).uid, 1)
  }
  assert.equal(readdirSync(folder).sort(), ['data.json', 'home', 'link.json'])
})

test('if a change cannot be written, the program goes on, says so once, and tries again', async () => {
  const warnings: string[] = []
  const emulator = createEmulator()
  const home = join(folder, 'home')
  mkdirSync(home)
  const data = openDataFile(join(home, 'data.json'), emulator, (message) => warnings.push(message))
  rmSync(home, { recursive: true })
  emulator.seed(user('ada'))
  data.scheduleSave()
  await until(() => warnings.length === 1)
  assert.match(warnings[0]!, /data\.json could not be written: its folder does not exist\. The next change tries again\.$/)
  assert.not.ok(data.close())
  assert.is(warnings.length, 1)
})

test.run()
