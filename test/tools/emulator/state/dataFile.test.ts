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
import { createEmulator, type Emulator } from '../../../../src/tools/emulator/index.ts'
import { until } from '../../../harness/turns.ts'
import { createVisitor } from '../visitor.ts'

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
  const { ino, size } = statSync(path)
  data.scheduleSave()
  emulator.seed(ada)
  data.scheduleSave()
  await until(() => readFileSync(path, 'utf8').includes('ada@example.com'))
  assert.ok(lstatSync(link).isSymbolicLink())
  assert.is(statSync(path).ino, ino, 'the change was added to the file')
  const length = statSync(path).size
  assert.ok(length > size)
  data.scheduleSave()
  data.close()
  assert.is(statSync(path).size, length)
})

const usersSeed = (count: number) => ({
  users: Array.from({ length: count }, (_, index) => ({ emails: [{ email: `visitor-${index}@example.com` }] })),
})

const signInTo = async (emulator: Emulator, email: string) => {
  // nobody but the file follows the journal
  const visitor = createVisitor({ fetch: emulator.fetch })
  const { data } = await visitor.call('POST /otps/email/login_or_create', { email })
  await visitor.call('POST /otps/authenticate', {
    token: emulator.outbox().at(-1)!.code,
    method_id: data.method_id,
    session_duration_minutes: 60,
  })
  return visitor
}

test('what changes nothing writes nothing, and a change writes what it touches', async () => {
  const emulator = createEmulator({ seed: usersSeed(2_000) })
  const data = openDataFile(path, emulator, nothing)
  const growthOf = async (act: () => unknown) => {
    const { size } = statSync(path)
    await act()
    data.save()
    return statSync(path).size - size
  }
  let visitor!: ReturnType<typeof createVisitor>
  const one = await growthOf(async () => {
    visitor = await signInTo(emulator, 'visitor-7@example.com')
  })
  assert.ok(one > 500 && one < 4_000, `a log-in wrote ${one} bytes`)
  assert.is(await growthOf(() => visitor.call('GET /users/me')), 0)
  assert.is(await growthOf(() => visitor.call('GET /projects/bootstrap/public-token-test-1')), 0)
  assert.is(await growthOf(() => visitor.call('POST /passwords/strength_check', { password: 'x' })), 0)
  const name = await growthOf(() => visitor.call('PUT /users/me', { name: { first_name: 'Ada' } }))
  assert.ok(name > 100 && name < 2_000, `a name wrote ${name} bytes`)
  // a user who is deleted takes one line
  const { user_id } = (await visitor.call('GET /users/me')).data
  assert.ok((await growthOf(() => deleteUser(emulator, user_id))) < 200)
  const state = emulator.state()
  data.close()
  const next = createEmulator()
  openDataFile(path, next, nothing).close()
  assert.equal(next.state(), state)
  assert.is((next.state().stores.users as unknown[]).length, 1_999)
})

const deleteUser = (emulator: Emulator, user_id: string) =>
  emulator.fetch(
    new Request(`https://test.stytch.com/v1/users/${user_id}`, {
      method: 'DELETE',
      headers: { Authorization: `Basic ${btoa(`${emulator.project_id}:${emulator.secret}`)}` },
    }),
  )

test('what a program was writing when it was killed is not read, and everything before it is', () => {
  const emulator = createEmulator()
  const data = openDataFile(path, emulator, nothing)
  const states = ['ada', 'bob', 'eve'].map((name) => {
    emulator.seed({ users: [{ emails: [{ email: `${name}@example.com` }] }] })
    data.save()
    return { state: emulator.state(), size: statSync(path).size }
  })
  data.close()
  const whole = readFileSync(path)
  for (let cut = whole.length; cut >= states[0]!.size; cut -= 7) {
    writeFileSync(path, whole.subarray(0, cut))
    const next = createEmulator()
    const again = openDataFile(path, next, nothing)
    const { state, size } = [...states].reverse().find((one) => one.size <= cut)!
    assert.equal(next.state(), state, `cut at ${cut}`)
    assert.is(statSync(path).size, size, 'the next change begins a line')
    next.seed({ users: [{ emails: [{ email: 'kay@example.com' }] }] })
    again.close()
    const last = createEmulator()
    openDataFile(path, last, nothing).close()
    assert.equal(last.state(), next.state(), `cut at ${cut}, and gone on from there`)
  }
})

test('a file that has grown with changes is written whole again, and one of the format before is read', () => {
  const emulator = createEmulator({ seed: ada })
  const data = openDataFile(path, emulator, nothing)
  const { size } = statSync(path)
  const [user] = emulator.state().stores.users as [string, unknown][]
  for (let round = 0; round < 40; round++) {
    emulator.seed({ token_profiles: [{ profile_id: 'one', jwks: { keys: [{ kty: 'x'.repeat(60_000) + round }] } }] })
    data.save()
  }
  data.close()
  assert.ok(statSync(path).size < 2 * size + 1_300_000, `${statSync(path).size} bytes`)

  writeFileSync(path, JSON.stringify({ format: 'latchkey-emulator', ...emulator.state() }))
  const next = createEmulator()
  openDataFile(path, next, nothing).close()
  assert.equal(next.state(), emulator.state())
  assert.equal((next.state().stores.users as [string, unknown][])[0], user)
  assert.match(readFileSync(path, 'utf8'), /^\{"format":"latchkey-emulator","version":3,"state":1\}\n/)
})

/** The same file in the version before, whose lines had no marks. */
const withoutMarks = (text: string) =>
  text
    .replace('"version":3,"state":1', '"version":2')
    .split('\n')
    .map((line) => line.replace(/^\d+\t/, ''))
    .filter((line) => !/^\d+$/.test(line))
    .join('\n')

test('a file whose lines have no marks is read whole, and gets them', () => {
  const emulator = createEmulator({ seed: ada })
  openDataFile(path, emulator, nothing).close()
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, withoutMarks(text))
  const next = createEmulator()
  openDataFile(path, next, nothing).close()
  assert.equal(next.state(), emulator.state())
  assert.is(readFileSync(path, 'utf8'), text)
})

/** How many characters of JSON are parsed meanwhile. */
const countParsed = async (act: () => unknown) => {
  const { parse } = JSON
  let count = 0
  JSON.parse = (text, ...rest) => {
    count += String(text).length
    return parse(text, ...rest)
  }
  try {
    await act()
  } finally {
    JSON.parse = parse
  }
  return count
}

test('a start reads no entry, and what it makes of them afterward it makes once', async () => {
  const first = createEmulator({ seed: usersSeed(2_000) })
  openDataFile(path, first, nothing).close()
  const { size } = statSync(path)
  const next = createEmulator()
  let data!: ReturnType<typeof openDataFile>
  const atStart = await countParsed(() => (data = openDataFile(path, next, nothing)))
  assert.ok(atStart < size / 5, `${atStart} of ${size} characters were parsed`)
  let rounds = 0
  const countAfter = await countParsed(() => {
    while (next.journal.prepare()) rounds++
  })
  assert.ok(rounds >= 4, `the indexes were made in ${rounds + 1} parts`)
  assert.ok(countAfter < size * 1.1, `then ${countAfter} of ${size} characters`)
  const logIn = await countParsed(() => signInTo(next, 'visitor-1999@example.com'))
  assert.ok(logIn < 20_000, `a log-in parsed ${logIn} characters`)
  data.close()
})

test('what nobody has read yet is found, changed, deleted and saved like everything else', async () => {
  const first = createEmulator({ seed: usersSeed(900) })
  const short = await first.signIn({ email: 'visitor-3@example.com', session_duration_minutes: 5 })
  openDataFile(path, first, nothing).close()
  // before the indexes know of any, of some and of all of them
  for (const rounds of [0, 1, 9]) {
    const next = createEmulator()
    const copy = `${path}.${rounds}`
    writeFileSync(copy, readFileSync(path))
    const data = openDataFile(copy, next, nothing)
    for (let round = 0; round < rounds; round++) next.journal.prepare()
    const users = (first.state().stores.users as [string, { emails: { email: string }[] }][]).map(([id]) => id)
    await deleteUser(next, users[5]!)
    const visitor = await signInTo(next, 'visitor-880@example.com')
    await visitor.call('POST /otps/email/login_or_create', { email: 'visitor-5@example.com' })
    const { data: me } = await visitor.call('GET /users/me')
    assert.is(me.user_id, users[880])
    await visitor.call(`DELETE /users/emails/${me.emails[0].email_id}`)
    assert.is.not((await next.signIn({ email: 'visitor-880@example.com' })).user.user_id, users[880], 'the address is free again')
    assert.is.not((await next.signIn({ email: 'visitor-5@example.com' })).user.user_id, users[5])
    next.clock.advance(6 * 60_000)
    await next.signIn({ email: 'visitor-4@example.com' })
    const sessions = next.state().stores.sessions as [string, unknown][]
    assert.not.ok(
      sessions.some(([token]) => token === short.session_token),
      'a session of the file that has expired is forgotten',
    )
    data.close()
    const last = createEmulator()
    openDataFile(copy, last, nothing).close()
    assert.equal(last.state(), next.state())
  }
})

test('indexes are made while nobody asks for anything', async () => {
  openDataFile(path, createEmulator({ seed: usersSeed(900) }), nothing).close()
  const next = createEmulator()
  const data = openDataFile(path, next, nothing)
  let calls = 0
  const { prepare } = next.journal
  let isReady = false
  next.journal.prepare = () => {
    calls++
    const more = prepare()
    isReady = !more
    return more
  }
  await until(() => isReady)
  assert.ok(calls > 2, `in ${calls} parts`)
  data.close()
})

test('reset and another state replace what the file has', () => {
  const emulator = createEmulator({ seed: ada })
  const data = openDataFile(path, emulator, nothing)
  emulator.seed({ users: [{ emails: [{ email: 'bob@example.com' }] }] })
  data.save()
  emulator.reset()
  data.save()
  assert.not.match(readFileSync(path, 'utf8'), /bob@/)
  emulator.state(createEmulator({ seed: { users: [{ emails: [{ email: 'eve@example.com' }] }] } }).state())
  data.close()
  assert.match(readFileSync(path, 'utf8'), /eve@/)
  assert.not.match(readFileSync(path, 'utf8'), /ada@/)
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
  const lines = whole.split('\n')
  const { stores } = createEmulator({ seed: ada }).state()
  const old = withoutMarks(whole)
  const breakEntry = (store: string, change: (entry: Record<string, unknown>) => unknown) =>
    old
      .split('\n')
      .map((line) => {
        const [names, json = ''] = line.split('\t')
        return names!.startsWith(`["${store}"`) ? `${names}\t${JSON.stringify(change(JSON.parse(json)))}` : line
      })
      .join('\n')
  const contents: [text: string, said: RegExp][] = [
    ...Array.from({ length: 40 }, (_, at): [string, RegExp] => [
      whole.slice(0, Math.floor((at * whole.length) / 40)),
      /data\.json is (?:damaged: its end is missing|not a file of latchkey dev)\. /,
    ]),
    [whole.slice(0, -1), /is damaged: its end is missing\./],
    [whole.replace('"version":3', '"version":4'), /has the format 4 of another version of Latchkey, and this one reads 3\./],
    [whole.replace('"state":1', '"state":2'), /has the format 3 of another version of Latchkey/],
    // one letter of an address, which would still be a user
    [whole.replace('ada@', 'adb@'), /is damaged: line \d+ is not what an emulator writes\./],
    ...Array.from({ length: 60 }, (_, at): [string, RegExp] => {
      const place = lines[0]!.length + 1 + Math.floor((at * (whole.length - lines[0]!.length - 3)) / 60)
      const letter = String.fromCharCode(whole.charCodeAt(place) ^ 1)
      return [whole.slice(0, place) + letter + whole.slice(place + 1), /is damaged: (?:line \d+ is not what|its end is missing)/]
    }),
    // a line is gone, or twice there, or two have changed places
    [[...lines.slice(0, 3), '', ''].join('\n'), /is damaged: line \d+ is not what an emulator writes\./],
    ...[2, 3].flatMap((at) =>
      [[], [lines[at]!, lines[at]!], [lines[at + 1]!, lines[at]!, lines[at + 1]!]].map((instead): [string, RegExp] => [
        [...lines.slice(0, at), ...instead, ...lines.slice(at + 1)].join('\n'),
        /is damaged: line \d+ is not what an emulator writes\./,
      ]),
    ),
    [breakEntry('users', () => null), /is damaged: .* of the store users is not what an emulator saves\./],
    [breakEntry('users', ({ emails, ...rest }) => rest), /is damaged: .* of the store users is not what an emulator saves\./],
    [breakEntry('users', (user) => ({ ...user, phone_numbers: {} })), /is damaged: .* of the store users is not what an emulator saves\./],
    [breakEntry('clock', () => [7]), /is damaged: .* the store clock /],
    [old.replace('"user_id"', 'user_id'), /is damaged: .* of the store users is not what an emulator saves\./],
    [old.replace('["users"', '[users'), /is damaged: line \d+ is not what an emulator writes\./],
    [old.replace('["users"', '["guests"'), /is damaged: .*guests\./],
    [JSON.stringify({ format: 'latchkey-emulator', version: 1, stores: { ...stores, unheard: [] } }), /is damaged: .*unheard\./],
    [JSON.stringify({ format: 'latchkey-emulator', version: 1, stores: { ...stores, users: 7 } }), /is damaged: .*users/],
    [JSON.stringify({ format: 'latchkey-emulator', version: 1 }), /is damaged: /],
    ['{"name":"my-app","version":"1.0.0"}', /is not a file of latchkey dev\./],
    ...['', 'null', '[]', '7', '"x"', '# Notes\n', '\u0000\u0001'].map((text): [string, RegExp] => [
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
  data.scheduleSave()
  await until(() => warnings.length === 1)
  assert.match(warnings[0]!, /data\.json could not be written: its folder does not exist\. The next change tries again\.$/)
  assert.not.ok(data.close())
  assert.is(warnings.length, 1)
})

test.run()
