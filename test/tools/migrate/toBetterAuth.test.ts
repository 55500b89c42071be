import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { NoSuchPath } from '../../../src/tools/migrate/files.ts'
import { findCounterparts, reportOfCounterparts } from '../../../src/tools/migrate/toBetterAuth.ts'

const test = suite('migrate to Better Auth')

const folder = mkdtempSync(join(tmpdir(), 'latchkey-migrate-to-'))
test.after(() => rmSync(folder, { recursive: true }))

const files: Record<string, string> = {
  'src/login.ts': `import { LatchkeyClient } from 'latchkey'
// totps are for later
const client = new LatchkeyClient('public-token-live-1234')
client.mountLogin({ config: { products: ['emailMagicLinks', 'crypto'], sessionOptions: { sessionDurationMinutes: 60 } } })
`,
  'public/index.html': `<script src="https://example.com/latchkey/embed.js" data-public-token="public-token-live-1234"
  data-config='{"products":["passwords"],"passwordOptions":{}}'></script>
`,
  'src/other.ts': 'export const oauth = 1\n',
  'node_modules/latchkey/index.js': 'const rbac = 1\n',
}
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

test('each name of the configuration is found once, where it is first', () => {
  assert.equal(
    findCounterparts(folder).map(({ path, line, name, kind }) => [`${path}:${line}`, name, kind]),
    [
      ['public/index.html:2', 'passwords', 'server'],
      ['public/index.html:2', 'passwordOptions', 'kept'],
      ['public/index.html:1', 'public token', 'kept'],
      ['src/login.ts:4', 'emailMagicLinks', 'server'],
      ['src/login.ts:4', 'crypto', 'none'],
      ['src/login.ts:4', 'sessionOptions', 'none'],
      ['src/login.ts:4', 'sessionDurationMinutes', 'none'],
    ],
  )
})

test('a path narrows the search, and has to exist', () => {
  assert.equal(
    findCounterparts(folder, ['src']).map(({ name }) => name),
    ['emailMagicLinks', 'crypto', 'sessionOptions', 'sessionDurationMinutes', 'public token'],
  )
  assert.throws(
    () => findCounterparts(folder, ['nowhere']),
    (error: unknown) => error instanceof NoSuchPath,
  )
})

test('the report says where each goes, and that nothing was written', () => {
  const lines = reportOfCounterparts(findCounterparts(folder))
  const at = (text: string) => lines.findIndex((line) => line.includes(text))
  const order = [
    'Stays in the page:',
    'public token',
    'Goes into your betterAuth():',
    'emailMagicLinks',
    'Has no counterpart:',
    'crypto',
    'Nothing was written',
  ].map(at)
  assert.equal(
    order,
    [...order].sort((one, other) => one - other),
  )
  assert.is(at('Stays in the page:'), 0)
  assert.match(lines.join('\n'), /magicLink\(\{ sendMagicLink \}\)/)
  assert.equal(reportOfCounterparts([]), ['Nothing found: no file here configures the widget or a client.'])
})

test.run()
