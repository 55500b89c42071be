/**
 * `npm run budgets` writes .size-limit.json: one budget a chunk, one a journey (bench/journeys.ts) and one a sum that we promise, each the measured size
 * (brotli-11 a file) rounded up to the next 10 B, and what a build may vary by. A budget that is there is only ever lowered; with `-- --raise` one that is
 * exceeded grows, and the commit says why. Measures dist/ as it is: `npm run build` first.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { budgetOf, filesOf, journeys } from '../bench/journeys.ts'
import type { EmbedChunks } from '../src/snippet.ts'
import { root } from './checkout.ts'
import { spoken } from './words.ts'

interface Sum {
  name: string
  path: string[]
  /** What no budget may be raised above. */
  ceiling?: number
  /** What a budget that has come below it is not raised above. */
  goal?: number
}

interface Budget {
  name: string
  path: string[]
  limit: string
}

/** A chunk, whatever its hash of eight digits is: `c/otp.*.js` would take in its languages, `c/otp.fr.1a2b3c4d.js`. */
const chunk = (name: string) => `dist/embed/c/${name}.????????.js`

const chunks = JSON.parse(readFileSync(join(root, 'dist/embed/chunks.json'), 'utf8')) as EmbedChunks

// What is promised of several files together.
const sums: Sum[] = [
  ...journeys.map((journey) => ({
    name: budgetOf(journey),
    path: filesOf(journey, chunks).map((file) => `dist/embed/${file.replace(/\.[0-9a-f]{8}\.js$/, '.????????.js')}`),
    goal: journey.goals.bytes,
    // One TCP flight.
    ...(journey.id === 'link' && { ceiling: 14_000 }),
  })),
  {
    // What src/widget/WidgetClient.ts fetches by itself after the first paint.
    name: 'script tag with the e-mail form, at rest',
    path: ['dist/embed/embed.js', 'dist/embed/widget.js', chunk('engine')],
    ceiling: 18_000,
  },
  {
    name: 'phone field for a visitor in the US, on top of the code form',
    path: [chunk('numbers'), chunk('metadata-1')],
    ceiling: 12_500,
  },
  {
    // Before its field can be typed in; what judges passwords comes right after.
    name: 'page for a new password, on top of the e-mail form',
    path: [chunk('newPassword')],
    ceiling: 4_000,
  },
  {
    name: 'password screens, on top of the kit',
    path: [chunk('passwordScreens'), chunk('newPassword')],
    ceiling: 4_100,
  },
  // What stands behind a button comes when the visitor turns to the widget; each further logo is a file of its own.
  { name: 'buttons of Google, Apple, GitHub and Microsoft', path: [chunk('oauth')], ceiling: 2_500 },
  { name: 'buttons of wallets, on top of the kit', path: [chunk('crypto')], ceiling: 2_500 },
  { name: 'logging in with a passkey, on top of the kit', path: [chunk('passkeyLogIn'), chunk('webauthn')] },
  { name: 'list of passkeys, on top of a log-in with one', path: [chunk('registration'), chunk('users')] },
  // Of whatever products: one file has the words of all first screens.
  ...spoken.map((locale) => ({
    name: `${locale}, on top of a first screen`,
    path: [chunk(`widget.${locale}`)],
    ceiling: locale === 'fr' ? 400 : 430,
  })),
  { name: 'react with the e-mail form, React not counted', path: ['dist/react/index.js'], ceiling: 10_000 },
  // Where a hope was not fulfilled, bench/report/goals.mjs says why; the budget is what it is, and only goes down.
  { name: 'headless, every part, at once', path: ['dist/headless/index.js'], ceiling: 10_500 },
  { name: 'b2b, at once', path: ['dist/b2b/index.js'], ceiling: 9_300 },
  // Every call of the API, passkeys, fraud protection and One Tap.
  { name: 'headless, every file', path: ['dist/headless/**/*.js'] },
  {
    // nor the languages, of which a visitor has one
    name: 'script tag, every file but the metadata of phone numbers',
    path: ['dist/embed/**/*.js', '!dist/embed/c/metadata-*.js', '!dist/embed/c/*.*.*.js'],
  },
  { name: 'react, every file but the metadata of phone numbers', path: ['dist/react/**/*.js', '!dist/react/c/metadata-*.js'] },
  {
    name: 'compat, every file but the metadata of phone numbers',
    path: ['dist/compat/index.js', 'dist/compat/c/*.js', '!dist/compat/c/metadata-*.js'],
  },
  { name: 'compat/headless, every file', path: ['dist/compat/headless/**/*.js'] },
  { name: 'b2b, every file', path: ['dist/b2b/**/*.js'] },
  { name: 'compat/b2b/headless, every file', path: ['dist/compat/b2b/**/*.js'] },
]

const file = join(root, '.size-limit.json')
const raise = process.argv.includes('--raise')

const rows: Sum[] = [
  ...sums,
  ...Object.keys(chunks)
    // a language has its promise above
    .filter((name) => chunks[name]!.file.startsWith('c/') && !name.includes('.'))
    .map((name) => ({ name: `chunk ${name}`, path: [chunk(name)] })),
]

const before: Budget[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
const bytes = (limit: string) => Number(limit.replace(' B', ''))
const write = (budgets: Omit<Budget, 'limit'>[]) => writeFileSync(file, `${JSON.stringify(budgets, null, 2)}\n`)

/** By size-limit itself, so that a budget and its check cannot differ; it only reads its one file. */
const measure = () => {
  write(rows.map(({ name, path }) => ({ name, path })))
  try {
    const { stdout, stderr } = spawnSync(process.execPath, ['node_modules/size-limit/bin.js', '--json'], { cwd: root, encoding: 'utf8' })
    const results = stdout.startsWith('[') ? (JSON.parse(stdout) as { size: number }[]) : undefined
    if (!results) throw new Error(`size-limit could not measure: ${stdout}${stderr}`)
    return results.map(({ size }) => size)
  } finally {
    write(before)
  }
}

/**
 * A build gives the same bytes for the same sources. But chunks are named by hashes, and those in a file are noise to the compressor: a change elsewhere, in a comment
 * even, makes it vary by up to some 40 B.
 */
const SLACK = 40

const measured = measure()
const kept: string[] = []
write(
  rows.map(({ name, path, ceiling = Infinity, goal = Infinity }, at) => {
    const now = measured[at]!
    const size = Math.min(ceiling, now > goal ? Infinity : goal, Math.ceil(now / 10) * 10 + SLACK * path.length)
    const old = before.find((budget) => budget.name === name)
    const isOver = old && now > bytes(old.limit)
    if (isOver && !raise) kept.push(`${name}: measured ${now} B, budget ${old.limit}`)
    const limit = !old || (isOver && raise) ? size : Math.min(size, bytes(old.limit))
    if (now > ceiling) kept.push(`${name}: measured ${now} B, promised ${ceiling} B at most`)
    console.log(`${String(now).padStart(7)} B  ${name}`)
    return { name, path, limit: `${limit} B` }
  }),
)

if (kept.length > 0) {
  console.error(`\nOver budget, and left so:\n${kept.join('\n')}`)
  process.exitCode = 1
}
