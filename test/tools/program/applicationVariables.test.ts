/**
 * Tests which environment variables of an application are taken for the project's, whatever it
 * calls them.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { namesIn, standFor, variablesReadIn } from '../../../src/tools/program/applicationVariables.ts'

const test = suite("an application's variables")

const files: [file: string, text: string, names: string[]][] = [
  [
    'main.ts',
    'const token = import.meta.env.VITE_STYTCH_PUBLIC_TOKEN ?? import.meta.env["VITE_X"]',
    ['VITE_STYTCH_PUBLIC_TOKEN', 'VITE_X'],
  ],
  ['page.tsx', "process.env.NEXT_PUBLIC_STYTCH_TOKEN; process.env['PROJECT_SECRET']!", ['NEXT_PUBLIC_STYTCH_TOKEN', 'PROJECT_SECRET']],
  ['mod.ts', "Deno.env.get('STYTCH_SECRET'); Bun.env.STYTCH_PROJECT_ID", ['STYTCH_SECRET', 'STYTCH_PROJECT_ID']],
  ['.env.local', '# A comment\nexport PROJECT_ID=1\nREACT_APP_STYTCH_PUBLIC_TOKEN = 2\n', ['PROJECT_ID', 'REACT_APP_STYTCH_PUBLIC_TOKEN']],
  ['words.ts', "const STYTCH_SECRET = 'process.environment'", []],
]

for (const [file, text, names] of files) {
  test(`the names in ${file}`, () => assert.equal(namesIn(file, text), names))
}

const meanings: [names: string[], meaning: Record<string, string>][] = [
  [['VITE_STYTCH_PUBLIC_TOKEN', 'VITE_API_URL'], { VITE_STYTCH_PUBLIC_TOKEN: 'STYTCH_PUBLIC_TOKEN' }],
  [['PROJECT_ID', 'PROJECT_SECRET'], { PROJECT_ID: 'STYTCH_PROJECT_ID', PROJECT_SECRET: 'STYTCH_SECRET' }],
  [['PROJECT_ID', 'FIREBASE_PROJECT_ID'], {}],
  [['STYTCH_PROJECT_SECRET', 'STYTCH_API_URL'], { STYTCH_API_URL: 'STYTCH_BASE_URL', STYTCH_PROJECT_SECRET: 'STYTCH_SECRET' }],
  [['STYTCH_PUBLIC_TOKEN', 'STYTCH_SECRET'], { STYTCH_PUBLIC_TOKEN: 'STYTCH_PUBLIC_TOKEN', STYTCH_SECRET: 'STYTCH_SECRET' }],
  // what belongs to other services, or to another thing of the provider's
  [
    ['STYTCH_PROJECT_ID', 'VITE_WALLETCONNECT_PROJECT_ID', 'WALLETCONNECT_PROJECT_ID', 'MAPBOX_PUBLIC_TOKEN', 'SENTRY_PROJECT_SECRET'],
    { STYTCH_PROJECT_ID: 'STYTCH_PROJECT_ID' },
  ],
  [['STYTCH_WEBHOOK_SECRET', 'STYTCH_WEBHOOK_SIGNING_SECRET', 'STYTCH_M2M_CLIENT_SECRET', 'STYTCH_SESSION_TOKEN', 'STYTCH_JWKS_URL'], {}],
  [
    ['NEXT_PUBLIC_PUBLIC_TOKEN', 'VITE_PROJECT_ID', 'PUBLIC_STYTCH_B2B_PROJECT_ID', 'APP_STYTCH_TEST_SECRET_KEY'],
    {
      APP_STYTCH_TEST_SECRET_KEY: 'STYTCH_SECRET',
      NEXT_PUBLIC_PUBLIC_TOKEN: 'STYTCH_PUBLIC_TOKEN',
      PUBLIC_STYTCH_B2B_PROJECT_ID: 'STYTCH_PROJECT_ID',
      VITE_PROJECT_ID: 'STYTCH_PROJECT_ID',
    },
  ],
  [['STYTCH_LOGIN_REDIRECT_URL', 'NEXT_PUBLIC_STYTCH_CALLBACK_URL', 'STYTCH_COOKIE_DOMAIN'], {}],
]

for (const [names, meaning] of meanings) {
  test(`${names} stand for ${JSON.stringify(meaning)}`, () => assert.equal(Object.fromEntries(standFor(names)), meaning))
}

test('the files of an application are read, and not what it has installed or built', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-variables-'))
  try {
    for (const [file, name] of [
      ['src/lib/deep/auth.vue', 'VITE_STYTCH_PUBLIC_TOKEN'],
      ['server/index.js', 'PROJECT_SECRET'],
      ['node_modules/other/index.js', 'OTHER_STYTCH_SECRET'],
      ['out/a.js', 'BUILT_STYTCH_SECRET'],
    ] as const) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), `process.env.${name}`)
    }
    assert.equal([...variablesReadIn(folder).keys()], ['PROJECT_SECRET', 'VITE_STYTCH_PUBLIC_TOKEN'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.run()
