/** Tests `npm run live` on the emulator: its flows, and what they notice. */
import '../built/headless.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator, type Emulator } from '../../src/tools/emulator/index.ts'
import { listen } from '../../src/tools/emulator/node.ts'
import { closeBrowser } from '../harness/browser.ts'
import { flows } from './flows.ts'
import { recordOf } from './record.ts'
import { runLive } from './run.ts'

test.after(closeBrowser)

/** Gives a test an emulator with a URL. */
const withEmulator = async (use: (url: string, emulator: Emulator) => Promise<void>) => {
  const emulator = createEmulator()
  const provider = await listen(emulator, { port: 0 })
  try {
    await use(provider.url, emulator)
  } finally {
    await provider.close()
  }
}

test('the program: twenty flows pass on the emulator, whose outbox is the inbox, and the record is written', () =>
  withEmulator(async (url) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-live-'))
    const args = ['--public-token', 'public-token-test-live', '--email', 'ada@example.com', '--base-url', url, '--port', '0']
    const child = spawn(
      process.execPath,
      [
        '--import',
        import.meta.resolve('tsx'),
        fileURLToPath(new URL('program.ts', import.meta.url)),
        ...args,
        '--inbox',
        `${url}/_emulator/outbox`,
      ],
      { cwd: folder },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    const [status] = await once(child, 'close')
    assert.is(status, 0, output)
    assert.is(output.match(/^ {2}ok {2}/gm)?.length, 20)
    const [file] = readdirSync(folder)
    const record = readFileSync(join(folder, file!), 'utf8')
    rmSync(folder, { recursive: true })
    assert.match(record, `# Latchkey 0.1.0 on ${new URL(url).host}, `)
    assert.match(record, '20 of 20 flows passed, in a test project')
    assert.not.match(record, 'example.com')
  }))

test('a mail without a link or a code fails what needs it, and nothing else', () =>
  withEmulator(async (url) => {
    const addresses: [string, string] = ['ada+1@example.com', 'ada+2@example.com']
    const outcomes = await runLive({ publicToken: 'public-token-test-live', baseUrl: url, addresses, readMail: async () => 'Hello' })
    assert.is(outcomes.length, flows.length)
    assert.is(outcomes[0]!.failure, 'expected a mail with a link')
    assert.is(outcomes.find(({ name }) => name === 'the password logs in')!.failure, undefined)
  }))

test('the record says where and when, and has no address', () => {
  const record = recordOf(
    [
      { name: 'one', ms: 12 },
      { name: 'two', ms: 3, failure: 'expected a|b' },
    ],
    { date: new Date('2026-11-29T12:00:00Z'), version: '0.1.0', baseUrl: 'https://test.stytch.com', isTest: true },
  )
  assert.match(record, '# Latchkey 0.1.0 on test.stytch.com, 2026-11-29')
  assert.match(record, '1 of 2 flows passed, in a test project')
  assert.match(record, '| two | failed: expected a\\|b | 3 |')
})

test.run()
