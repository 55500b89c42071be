/**
 * `latchkey doctor` as a host runs it: its exit codes, its text and its JSON, and what it says when
 * it cannot run.
 */
import '../built/all.ts'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { findChromium } from '../harness/chromium.ts'
import { samplesOf } from '../harness/documents.ts'
import { plantedPages, serveHost, soundPages, type Host } from './doctorPages.ts'
import { hostPage } from './visitors.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'latchkey-doctor-'))
test.after(() => rmSync(folder, { recursive: true }))

/** A host's folder without Playwright, and one with it. */
const bare = join(folder, 'bare')
const equipped = join(folder, 'equipped')
mkdirSync(bare)
mkdirSync(join(equipped, 'node_modules'), { recursive: true })
symlinkSync(join(root, 'node_modules/playwright-core'), join(equipped, 'node_modules/playwright-core'))

const own = { CHROME_PATH: process.env.LATCHKEY_CHROMIUM ?? findChromium() }

const run = (args: string[], { cwd = equipped, env = own }: { cwd?: string; env?: Record<string, string | undefined> } = {}) =>
  new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const program = spawn(process.execPath, [join(root, 'dist/cli.js'), 'doctor', ...args], { cwd, env: { ...process.env, ...env } })
    let [out, err] = ['', '']
    program.stdout.on('data', (data) => (out += data))
    program.stderr.on('data', (data) => (err += data))
    program.on('close', (code) => resolve({ code, out: out.trim(), err: err.trim() }))
  })

/** Runs it on a host's page. */
const examined = async (host: Host, ...options: string[]) => {
  const { url, close } = await serveHost(host)
  try {
    return { url, ...(await run([url, ...options])) }
  } finally {
    close()
  }
}

const planted = (fault: string) => plantedPages.find((page) => page.fault === fault)!

test('it cannot run: one sentence says what to do, and the exit code is 2', async () => {
  const cases = [
    [[], {}, /^Give one URL of a page with the widget: npx latchkey doctor http/],
    [['login.html'], {}, /\(not 'login\.html'\)$/],
    [['http://localhost:1/'], { cwd: bare }, /Run: npm install --save-dev playwright-core && npx playwright-core install chromium$/],
    [
      ['http://localhost:1/'],
      { env: { CHROME_PATH: undefined, PLAYWRIGHT_BROWSERS_PATH: bare } },
      /npx playwright-core install chromium, or set CHROME_PATH/,
    ],
    [['http://localhost:1/'], { env: { CHROME_PATH: join(bare, 'chrome') } }, /^CHROME_PATH is .*, which does not start/],
    [['http://localhost:1/'], {}, /^http:\/\/localhost:1\/ cannot be opened: .*ERR_(CONNECTION_REFUSED|UNSAFE_PORT)/],
  ] as const
  for (const [args, place, said] of cases) {
    const { code, out, err } = await run([...args], place)
    assert.is(code, 2, err)
    assert.match(err, said)
    assert.is(err.split('\n').length, 1, err)
    assert.is(out, '')
  }
  const host = await serveHost({ page: () => '' })
  const { code, err } = await run([`${host.url}nowhere`])
  host.close()
  assert.is(code, 2)
  assert.match(err, /answers with status 404/)
})

test('errors end with 1, warnings and nothing with 0', async () => {
  const sound = (await soundPages()).find(({ name }) => name.startsWith('the script tag alone'))!
  const [none, warning, error] = await Promise.all([examined(sound), examined(planted('small fields')), examined(planted('no labels'))])
  assert.equal([none.code, none.out.split('\n').at(-1)], [0, 'Nothing found.'], none.err)
  assert.equal([warning.code, warning.out.split('\n').at(-1)], [0, '0 errors, 1 warning.'])
  assert.equal([error.code, error.out.split('\n').at(-1)], [1, '1 error, 0 warnings.'])
})

test('--json prints one document, as docs/guides/doctor.md describes it', async () => {
  const { out, code, url } = await examined(planted('a server without compression'), '--json', '--production')
  const report = JSON.parse(out)
  assert.is(code, 0)
  assert.equal([report.version, report.url, report.ok], [1, url, true])
  assert.equal(
    report.findings.map(({ code }: { code: string }) => code),
    ['bytes.uncompressed'],
  )
  const described = samplesOf('docs/guides/doctor.md').find(({ language }) => language === 'ts')!.code
  const keysOf = (value: unknown): string[] =>
    Array.isArray(value)
      ? value.flatMap(keysOf)
      : value && typeof value === 'object'
        ? Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)])
        : []
  for (const key of keysOf({ ...report, notChecked: {} })) assert.match(described, new RegExp(`\\b${key}\\??:`))
})

test('the text is that of docs/guides/doctor.md', async () => {
  const { out, url } = await examined(planted('a policy without the API'))
  const shown = samplesOf('docs/guides/doctor.md').find(({ language }) => language === 'text')!.code
  const plain = (text: string) =>
    text
      .replaceAll(url, 'http://localhost:3000/login')
      .replace(/public-token-test-\w+/g, 'TOKEN')
      .replace(/[\d,]+ bytes|\([\d,]+ by/g, 'N')
  assert.is(plain(out), plain(shown.trim()))
})

test('whatever the page sends to the provider, the emulator answers', async () => {
  const answered: string[] = []
  const paths = ['/sdk/v1/nothing', '/v1/public/nothing', '/nothing']
  const { code } = await examined({
    page: () =>
      hostPage(`<h1>Log in</h1><script type="module">
        for (const path of ${JSON.stringify(paths)}) {
          const { status } = await fetch('https://api.stytch.com' + path).catch(() => ({ status: 'none' }))
          await fetch('/seen/' + status)
        }
      </script>`),
    answers: Object.fromEntries(
      ['404', 'none'].map((status) => [
        `/seen/${status}`,
        () => {
          answered.push(status)
          return { body: '' }
        },
      ]),
    ),
  })
  assert.is(code, 1)
  assert.equal(answered, ['404', '404', '404'])
})

test.run()
