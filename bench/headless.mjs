/** Clients without a screen: everything that their package's entry gives, in one file. */
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.mjs'
import { versionOf } from './peers/install.mjs'
import { brotli } from './weights.mjs'

const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist')
const sum = (files) => files.reduce((total, file) => total + brotli(readFileSync(file)).length, 0)

/** What an entry of dist/ loads at once, and all that it may load. */
const weighed = (folder) => ({
  first: sum([join(dist, folder, 'index.js')]),
  all: sum(
    readdirSync(join(dist, folder), { recursive: true })
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(dist, folder, name)),
  ),
})

/** Latchkey's whole entries. */
export const ownHeadless = () => [
  { id: 'latchkey', name: 'Latchkey headless', ...weighed('headless'), methods: 'every call' },
  { id: 'latchkey-b2b', name: 'Latchkey headless, organizations', ...weighed('b2b'), methods: 'every call of organizations' },
]

const peers = [
  [
    'headless-stytch-6',
    "provider's SDK 6 headless",
    '@stytch/vanilla-js',
    '@stytch/vanilla-js/headless',
    'StytchHeadlessClient',
    'every call',
  ],
  [
    'headless-stytch-5',
    "provider's SDK 5 headless",
    '@stytch/vanilla-js-5',
    '@stytch/vanilla-js-5/headless',
    'StytchHeadlessClient',
    'every call',
  ],
  [
    'headless-hanko',
    "Hanko's frontend SDK",
    '@teamhanko/hanko-elements',
    '@teamhanko/hanko-frontend-sdk',
    'Hanko',
    'code, password, passkey, social',
  ],
  [
    'headless-supabase',
    'supabase-js, with its database client',
    '@supabase/supabase-js',
    '@supabase/supabase-js',
    'createClient',
    'password, link, code, social',
  ],
  ['headless-firebase', 'firebase/auth', 'firebase', 'firebase/auth', '*', 'password, link, SMS, social'],
  ['headless-auth0', 'auth0-js', 'auth0-lock', 'auth0-js', 'default', 'password, link, code, social'],
]

export const peersHeadless = async () => {
  const rows = []
  for (const [id, name, versioned, module, imported, methods] of peers) {
    const what = imported === '*' ? '* as client' : imported === 'default' ? 'client' : `{ ${imported} as client }`
    const { files } = await bundle({
      id,
      source: `import ${what} from '${module}'\nwindow.client = client`,
      mainFields: ['browser', 'module', 'main'],
    })
    const all = sum(files)
    rows.push({ id, name, version: versionOf(versioned), first: all, all, methods })
  }
  return rows
}
