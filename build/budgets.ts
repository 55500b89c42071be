/**
 * `npm run budgets` writes .size-limit.json, with a budget for each journey (bench/journeys.ts),
 * each sum that we promise, each entry and all later chunks together. A budget is the size that
 * sizes.ts measures and 0.3 % of room, rounded up to the next 10 B. An existing budget can only
 * shrink. With `-- --raise`, a budget that is exceeded grows, and the commit says why. Run
 * `npm run build` first, because this measures dist/ as it is.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { budgetOf, filesOf, journeys } from '../bench/journeys.ts'
import type { EmbedChunks } from '../src/tools/snippet/snippet.ts'
import { root } from './paths.ts'
import { bytesOf, measure, readBudgets, type Budget } from './sizes.ts'

interface Sum extends Omit<Budget, 'limit' | 'promise'> {
  /** The promise. No budget can be raised above it. */
  ceiling?: number
  /** A budget that has once been below this cannot be raised above it. */
  goal?: number
}

/**
 * Returns the pattern of a chunk with any hash of eight digits. `c/otp.*.js` would also match its
 * languages, such as `c/otp.fr.1a2b3c4d.js`.
 */
const chunk = (name: string) => `dist/embed/c/${name}.????????.js`

/**
 * What the other builds of the widget load from dist/embed/, except the metadata of phone numbers
 * (oneCopy.ts).
 */
const ofEmbed = ['numbers', 'sha256'].map(chunk)

/** The texts of languages. */
const words = 'dist/embed/c/*.*.????????.js'

/** Chunks of first screens, which journeys limit. */
const ofFirstScreens = ['methods', 'oauth', 'otp', 'passwords', 'passkeys', 'crypto'].map(chunk)

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
    // This loads before a new password can be typed in. The strength meter loads right after.
    name: 'password screens, on top of the kit',
    path: [chunk('passwordScreens'), chunk('newPassword')],
    ceiling: 4_100,
  },
  { name: 'buttons of wallets, on top of the kit', path: [chunk('crypto')], ceiling: 2_500 },
  { name: 'logging in with a passkey, on top of the kit', path: [chunk('passkeyLogIn'), chunk('webauthn')] },
  { name: 'list of passkeys, on top of a log-in with one', path: [chunk('registration'), chunk('list'), chunk('userCalls')] },
  // One file has the texts of all first screens.
  { name: 'a language on top of a first screen, the largest', path: [chunk('widget.*')], largest: true, ceiling: 430 },
  { name: 'all texts of the eleven languages', path: [words] },
  // 40 B of it wait for the file of the look, and show the other one without it; 50 B are
  // `useConfirm`
  { name: 'react with the email form, React not counted', path: ['dist/react/index.js'], ceiling: 10_720 },
  // If a size misses its goal, bench/report/goals.ts says why. The budget then stays at the current
  // size and can only shrink. 22 B of it ask `Temporal` for the time zone, which the first call of
  // a page got up to 200 ms later from `Intl`
  { name: 'headless, every part, at once', path: ['dist/headless/index.js'], ceiling: 11_660 },
  { name: 'b2b, at once', path: ['dist/b2b/index.js'], ceiling: 9_300 },
  // Every call of the API, passkeys, fraud protection and One Tap.
  { name: 'headless, every file', path: ['dist/headless/**/*.js'] },
  {
    // Languages don't count either, because a visitor loads only one.
    name: 'script tag, every file but the metadata of phone numbers',
    path: ['dist/embed/**/*.js', '!dist/embed/c/callingCodes*.js', `!${words}`],
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
  { name: 'element, on top of the script tag', path: ['dist/element/**/*.js'] },
  { name: 'presets and strings, every file', path: ['dist/presets/**/*.js', 'dist/strings/**/*.js'] },
  // `npm run size` and the build say what each of them has.
  { name: 'every later chunk', path: ['dist/embed/c/*.js', ...[words, ...ofFirstScreens].map((pattern) => `!${pattern}`)] },
]

const raise = process.argv.includes('--raise')
const before = readBudgets()
const excesses: string[] = []
const budgets = measure(sums).map(({ name, path, largest, ceiling = Infinity, goal = Infinity, steady, real }): Budget => {
  const room = Math.min(ceiling, steady > goal ? Infinity : goal, Math.ceil((steady * 1.003) / 10) * 10)
  const old = before.find((budget) => budget.name === name)
  const isOver = old && steady > bytesOf(old.limit)
  if (isOver && !raise) excesses.push(`${name}: measured ${steady} B, budget ${old.limit}`)
  const limit = !old || (isOver && raise) ? room : Math.min(room, bytesOf(old.limit))
  if (Math.max(steady, real) > ceiling) excesses.push(`${name}: measured ${real} B, promised ${ceiling} B at most`)
  console.log(`${String(steady).padStart(7)} B  ${name}`)
  return { name, path, ...(largest && { largest }), limit: `${limit} B`, ...(ceiling < Infinity && { promise: `${ceiling} B` }) }
})
writeFileSync(join(root, '.size-limit.json'), `${JSON.stringify(budgets, null, 2)}\n`)

if (excesses.length > 0) {
  console.error(`\nOver budget, and not raised:\n${excesses.join('\n')}`)
  process.exitCode = 1
}
