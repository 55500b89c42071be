/**
 * `npm run budgets` writes .size-limit.json, with a budget for each chunk, each journey
 * (bench/journeys.ts) and each sum that we promise. A budget is the measured size (brotli 11, per
 * file) rounded up to the next 10 B, plus what builds vary by. An existing budget can only shrink.
 * With `-- --raise`, a budget that is exceeded grows, and the commit says why. This measures dist/
 * as it is, so run `npm run build` first.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { budgetOf, filesOf, journeys } from '../bench/journeys.ts'
import type { EmbedChunks } from '../src/tools/snippet/snippet.ts'
import { root } from './paths.ts'
import { otherLocales } from './words.ts'

interface Sum {
  name: string
  path: string[]
  /** No budget can be raised above this. */
  ceiling?: number
  /** A budget that has once been below this cannot be raised above it. */
  goal?: number
}

interface Budget {
  name: string
  path: string[]
  limit: string
}

/**
 * The pattern of a chunk with any hash of eight digits. `c/otp.*.js` would also match its
 * languages, such as `c/otp.fr.1a2b3c4d.js`.
 */
const chunk = (name: string) => `dist/embed/c/${name}.????????.js`

/**
 * What the other builds of the widget load from dist/embed/, but for the metadata of phone numbers
 * (oneCopy.ts).
 */
const ofEmbed = ['numbers', 'sha256'].map(chunk)

const chunks = JSON.parse(readFileSync(join(root, 'dist/embed/chunks.json'), 'utf8')) as EmbedChunks

// What we promise for several files together.
const sums: Sum[] = [
  ...journeys.map((journey) => ({
    name: budgetOf(journey),
    path: filesOf(journey, chunks).map((file) => `dist/embed/${file.replace(/\.[0-9a-f]{8}\.js$/, '.????????.js')}`),
    goal: journey.goals.bytes,
    // One TCP flight.
    ...(journey.id === 'link' && { ceiling: 14_250 }),
  })),
  {
    // src/widget/WidgetClient.ts fetches these by itself after the first paint.
    name: 'script tag with the email form, at rest',
    path: ['dist/embed/embed.js', 'dist/embed/widget.js', chunk('engine')],
    ceiling: 18_000,
  },
  {
    name: 'phone field for a visitor in the US, on top of the code form',
    path: [chunk('numbers'), chunk('callingCodes1x')],
    ceiling: 12_500,
  },
  {
    // This loads before its field can be typed in. The strength meter loads right after.
    name: 'page for a new password, on top of the email form',
    path: [chunk('newPassword')],
    ceiling: 4_000,
  },
  {
    name: 'password screens, on top of the kit',
    path: [chunk('passwordScreens'), chunk('newPassword')],
    ceiling: 4_100,
  },
  // The code behind a button loads when the visitor turns to the widget. Each further logo is a
  // file of its own.
  { name: 'buttons of Google, Apple, GitHub and Microsoft', path: [chunk('oauth')], ceiling: 2_650 },
  { name: 'buttons of wallets, on top of the kit', path: [chunk('crypto')], ceiling: 2_500 },
  { name: 'logging in with a passkey, on top of the kit', path: [chunk('passkeyLogIn'), chunk('webauthn')] },
  { name: 'list of passkeys, on top of a log-in with one', path: [chunk('registration'), chunk('list'), chunk('userCalls')] },
  // The same for all products, because one file has the texts of all first screens.
  ...otherLocales.map((locale) => ({
    name: `${locale}, on top of a first screen`,
    path: [chunk(`widget.${locale}`)],
    ceiling: locale === 'fr' ? 400 : 430,
  })),
  { name: 'react with the email form, React not counted', path: ['dist/react/index.js'], ceiling: 10_510 },
  // If a size misses its goal, bench/report/goals.ts says why. The budget then stays at the current
  // size and can only shrink. 22 B of it ask `Temporal` for the time zone, which the first call of
  // a page got up to 200 ms later from `Intl`
  { name: 'headless, every part, at once', path: ['dist/headless/index.js'], ceiling: 11_420 },
  { name: 'b2b, at once', path: ['dist/b2b/index.js'], ceiling: 9_300 },
  // Every call of the API, passkeys, fraud protection and One Tap.
  { name: 'headless, every file', path: ['dist/headless/**/*.js'] },
  {
    // Languages don't count either, because a visitor loads only one.
    name: 'script tag, every file but the metadata of phone numbers',
    path: ['dist/embed/**/*.js', '!dist/embed/c/callingCodes*.js', '!dist/embed/c/*.*.*.js'],
  },
  { name: 'react, every file but the metadata of phone numbers', path: ['dist/react/**/*.js', ...ofEmbed] },
  {
    name: 'compat, every file but the metadata of phone numbers',
    path: ['dist/compat/index.js', 'dist/compat/c/*.js', ...ofEmbed],
  },
  { name: 'compat/react, on top of react', path: ['dist/compat/react/index.js'] },
  { name: 'compat/headless, every file', path: ['dist/compat/headless/**/*.js'] },
  { name: 'b2b, every file', path: ['dist/b2b/**/*.js'] },
  { name: 'compat/b2b/headless, every file', path: ['dist/compat/b2b/**/*.js'] },
]

const file = join(root, '.size-limit.json')
const raise = process.argv.includes('--raise')

const rows: Sum[] = [
  ...sums,
  ...Object.keys(chunks)
    // Languages have a budget above.
    .filter((name) => chunks[name]!.file.startsWith('c/') && !name.includes('.'))
    .map((name) => ({ name: `chunk ${name}`, path: [chunk(name)] })),
]

const before: Budget[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
const bytes = (limit: string) => Number(limit.replace(' B', ''))
const write = (budgets: Omit<Budget, 'limit'>[]) => writeFileSync(file, `${JSON.stringify(budgets, null, 2)}\n`)

/**
 * Measured by size-limit itself, so that a budget and its check cannot differ. size-limit reads
 * only its own file.
 */
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
 * The same sources always build to the same bytes. But chunk names contain hashes, which do not
 * compress well, so a change elsewhere, even in a comment, makes a size vary by up to about 40 B.
 */
const SLACK = 40

const sizes = measure()
const excesses: string[] = []
write(
  rows.map(({ name, path, ceiling = Infinity, goal = Infinity }, at) => {
    const now = sizes[at]!
    const size = Math.min(ceiling, now > goal ? Infinity : goal, Math.ceil(now / 10) * 10 + SLACK * path.length)
    const old = before.find((budget) => budget.name === name)
    const isOver = old && now > bytes(old.limit)
    if (isOver && !raise) excesses.push(`${name}: measured ${now} B, budget ${old.limit}`)
    const limit = !old || (isOver && raise) ? size : Math.min(size, bytes(old.limit))
    if (now > ceiling) excesses.push(`${name}: measured ${now} B, promised ${ceiling} B at most`)
    console.log(`${String(now).padStart(7)} B  ${name}`)
    return { name, path, limit: `${limit} B` }
  }),
)

if (excesses.length > 0) {
  console.error(`\nOver budget, and not raised:\n${excesses.join('\n')}`)
  process.exitCode = 1
}
