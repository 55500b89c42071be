/**
 * Weighs clients without screens: everything that the entry of their package exports, in one file.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.ts'
import { versionOf } from './peers/install.ts'
import type { HeadlessResult } from './results.ts'
import { brotli } from './weights.ts'

const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist')
const sum = (files: string[]) => files.reduce((total, file) => total + brotli(readFileSync(file)).length, 0)

/**
 * Returns the bytes that an entry of dist/ loads at once, and the bytes of all files that it can
 * load.
 */
const weightsOf = (folder: string) => ({
  first: sum([join(dist, folder, 'index.js')]),
  all: sum(
    readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(dist, folder, name)),
  ),
})

/** Latchkey's whole entries. */
export const ownHeadless = (): HeadlessResult[] => [
  { id: 'latchkey', name: 'Latchkey headless', ...weightsOf('headless'), methods: 'every call' },
  { id: 'latchkey-b2b', name: 'Latchkey headless, organizations', ...weightsOf('b2b'), methods: 'every call for organizations' },
]

/**
 * For each peer: id, name, the package whose version counts, the module, the name of its export,
 * its methods.
 */
const peers: [id: string, name: string, packageName: string, module: string, importName: string, methods: string][] = [
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

/** The peers' clients, bundled one by one. */
export const peersHeadless = async () => {
  const rows: HeadlessResult[] = []
  for (const [id, name, packageName, module, importName, methods] of peers) {
    const what = importName === '*' ? '* as client' : importName === 'default' ? 'client' : `{ ${importName} as client }`
    const { files } = await bundle({
      id,
      source: `import ${what} from '${module}'\nwindow.client = client`,
      mainFields: ['browser', 'module', 'main'],
    })
    const all = sum(files)
    rows.push({ id, name, version: versionOf(packageName), first: all, all, methods })
  }
  return rows
}
