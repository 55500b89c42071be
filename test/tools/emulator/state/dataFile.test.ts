/** The file of `latchkey dev --data`: what it keeps, and what it refuses without touching it. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
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
const ada = { users: [{ emails: [{ email: 'ada@example.com' }] }] }

const refusal = (file: string) => {
  try {
    openDataFile(file, createEmulator(), nothing)
  } catch (error) {
    assert.instance(error, DataFileError)
    return (error as Error).message
  }
  throw new Error(`${file} was not refused`)
}

test('another emulator goes on from it, and only its owner can read it', () => {
  const emulator = createEmulator({ seed: ada })
  const data = openDataFile(path, emulator, nothing)
  assert.is(statSync(path).mode & 0o777, 0o600, 'from the beginning')
  emulator.clock.advance(60_000)
  assert.ok(data.close())
  assert.is(statSync(path).mode & 0o777, 0o600)
  assert.equal(readdirSync(folder), ['data.json'], 'nothing else is left')

  const next = createEmulator()
  const again = openDataFile(path, next, nothing)
  assert.equal(next.state(), emulator.state())
  again.close()
})

test('a change is written soon, one without effect is not, and a link stays a link', async () => {
  const link = join(folder, 'link.json')
  writeFileSync(path, '')
  rmSync(path)
  const emulator = createEmulator()
  openDataFile(path, emulator, nothing).close()
  symlinkSync(path, link)
  const data = openDataFile(link, emulator, nothing)
  const before = statSync(path).ino
  data.changed()
  emulator.seed(ada)
  data.changed()
  await until(() => readFileSync(path, 'utf8').includes('ada@example.com'))
  assert.ok(lstatSync(link).isSymbolicLink())
  assert.is.not(statSync(path).ino, before, 'the file was replaced, not overwritten')
  const written = statSync(path).ino
  data.close()
  assert.is(statSync(path).ino, written)
})

test('a second program is refused by any name of the file, and may use it after the first has ended', () => {
  const link = join(folder, 'link.json')
  const data = openDataFile(path, createEmulator(), nothing)
  symlinkSync(path, link)
  for (const name of [path, link])
    assert.match(
      refusal(name),
      /^Another program uses .*data\.json\. Stop it, or name another file\. If there is none, delete .*data\.json\.lock\.$/,
    )
  assert.ok(existsSync(`${path}.lock`))
  data.close()
  openDataFile(link, createEmulator(), nothing).close()
})

test('what a program left that was killed is in nobody’s way', () => {
  // No process has this number: the kernel gives none that is so high.
  writeFileSync(`${path}.lock`, `4194999 ${hostname()}`)
  openDataFile(path, createEmulator(), nothing).close()
  writeFileSync(`${path}.lock`, '4194999 another-machine')
  assert.match(refusal(path), /^Another program uses /)
  assert.is(readFileSync(`${path}.lock`, 'utf8'), '4194999 another-machine')
})

test('a file that is cut off anywhere, of another version or of another program is refused, and stays as it is', () => {
  openDataFile(path, createEmulator({ seed: ada }), nothing).close()
  const whole = readFileSync(path, 'utf8')
  const { stores } = JSON.parse(whole)
  const contents: [text: string, said: RegExp][] = [
    ...Array.from({ length: 40 }, (_, at): [string, RegExp] => [
      whole.slice(0, Math.floor((at * whole.length) / 40)),
      /data\.json is (?:damaged: its end is missing|not a file of latchkey dev)\. /,
    ]),
    [whole.slice(0, -1), /is damaged: its end is missing\./],
    [whole.replace('"version":1', '"version":2'), /has the format 2 of another version of Latchkey, and this one reads 1\./],
    [JSON.stringify({ format: 'latchkey-emulator', version: 1, stores: { ...stores, unheard: [] } }), /is damaged: .*unheard\./],
    [JSON.stringify({ format: 'latchkey-emulator', version: 1, stores: { ...stores, users: 7 } }), /is damaged: .*users/],
    [JSON.stringify({ format: 'latchkey-emulator', version: 1 }), /is damaged: /],
    ['{"name":"my-app","version":"1.0.0"}', /is not a file of latchkey dev\./],
    ...['', 'null', '[]', '7', '"x"', '# Notes\n', '\u0000\u0001'].map((text): [string, RegExp] => [
      text,
      /is not a file of latchkey dev\./,
    ]),
  ]
  for (const [text, said] of contents) {
    writeFileSync(path, text)
    const message = refusal(path)
    assert.match(message, said, text.slice(-40))
    assert.match(message, /\. The file is unchanged: name another one, or move this one away\.$/)
    assert.is(readFileSync(path, 'utf8'), text)
    assert.equal(readdirSync(folder), ['data.json'])
  }
})

test('a place where no file can be is named in a sentence', () => {
  assert.match(refusal(join(folder, 'nowhere', 'data.json')), /cannot be used: its folder does not exist\.$/)
  assert.match(refusal(folder), /is not a file\.$/)
})

test('if a change cannot be written, the program goes on, says so once, and tries again', async () => {
  const warnings: string[] = []
  const emulator = createEmulator()
  const home = join(folder, 'home')
  mkdirSync(home)
  const data = openDataFile(join(home, 'data.json'), emulator, (message) => warnings.push(message))
  rmSync(home, { recursive: true })
  emulator.seed(ada)
  data.changed()
  await until(() => warnings.length === 1)
  assert.match(warnings[0]!, /data\.json could not be written: its folder does not exist\. The next change tries again\.$/)
  assert.not.ok(data.close())
  assert.is(warnings.length, 1)
})

test.run()
