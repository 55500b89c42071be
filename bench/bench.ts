/**
 * `npm run bench`: measures Latchkey's journeys (journeys.ts) and its peers, and writes
 * results.json, REPORT.md, report.html, the tables of docs/reports/figures.md and the README's
 * figure.
 *
 *   --sizes      Measures only Latchkey's bytes and keeps all other figures of the last run. Takes
 *                about a minute.
 *   --journeys   Measures only the journeys, the provider's SDK 6 with the same methods, Hanko and
 *                the floors. Prints their tables and writes nothing.
 *   --log-ins    Measures only the log-ins (logIns.ts), and keeps the figures of the last run.
 *   --tls        With --log-ins or --journeys: the page and the servers are behind TLS and HTTP/2,
 *                at the end of a network with handshakes of 150 ms. The log-ins are a column of the
 *                report.
 *   --quick      Times one form of each kind three times, in about a minute, in Chromium and, if
 *                there is one, in Firefox (FIREFOX_PATH), and prints how long each takes relative
 *                to the provider's SDK 6, beside the figures of the report. Writes nothing.
 *   --runs 3     Times each contestant three times. Default 7.
 *   --only a,b   Measures only contestants with a or b in their id. Prints the results and writes
 *                nothing.
 *   --shots dir  Saves a screenshot of each contestant in this folder.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chunkSizes, measure, readBudgets } from '../build/sizes.ts'
import { html, preactForm } from './contestants/floors.ts'
import type { Contestant } from './contestants/contestant.ts'
import { bare, latchkeyJourneys, prerenderedForms, weighForms } from './contestants/latchkey.ts'
import { logInContestants } from './contestants/logIns.ts'
import { others } from './contestants/others.ts'
import { stytch, stytchJourneys } from './contestants/stytch.ts'
import { filesOfDist } from './files.ts'
import { fullCompatFirstScreen } from './fullCompat.ts'
import { printEmulator } from './emulator.ts'
import { growth, measureGrowth } from './growth.ts'
import { ownHeadless, peersHeadless } from './headless.ts'
import { atOnce, combinations } from './headlessParts.ts'
import { sizes, times, timesOfLogIns, withSite } from './measure.ts'
import { installPeers } from './peers/install.ts'
import { journeysText, logInsText, quickText } from './report/markdown.ts'
import { writeReports } from './report/write.ts'
import type { ContestantResult, Results, TimesOrFailure } from './results.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const {
  values: {
    sizes: sizesAlone,
    journeys: journeysAlone,
    'log-ins': logInsAlone,
    emulator: emulatorAlone,
    quick,
    tls,
    runs: runText,
    only: onlyText,
    shots,
  },
} = parseArgs({
  options: {
    sizes: { type: 'boolean' },
    journeys: { type: 'boolean' },
    'log-ins': { type: 'boolean' },
    emulator: { type: 'boolean' },
    quick: { type: 'boolean' },
    tls: { type: 'boolean' },
    runs: { type: 'string' },
    only: { type: 'string' },
    shots: { type: 'string' },
  },
})
/** What `--quick` measures. The first is what the others are compared with. */
const quickIds = ['stytch-6-link', 'latchkey-link', 'prerendered-link', 'html', 'hanko']
if (tls && !logInsAlone && !journeysAlone && !onlyText) throw new Error('--tls is for --log-ins, --journeys or --only')
const only = quick ? quickIds.join(',') : onlyText
const runs = Number(runText ?? (quick ? 3 : 7))
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs is '${runText}'. Pass how often to time each contestant: 1 or more`)
if (emulatorAlone) {
  await printEmulator()
  process.exit()
}
if (shots) mkdirSync(shots, { recursive: true })

const everybody: Contestant[] = [html, preactForm, ...latchkeyJourneys, ...prerenderedForms, bare, ...stytchJourneys, ...stytch, ...others]

/** Whether a contestant takes part in this run. */
const takesPart = ({ id, kind, journey }: Contestant) => {
  if (logInsAlone) return false
  if (quick) return quickIds.includes(id)
  if (only) return only.split(',').some((part) => id.includes(part))
  if (sizesAlone) return kind === 'ours'
  return !journeysAlone || kind === 'floor' || Boolean(journey) || id === 'hanko'
}

const selection = everybody.filter(takesPart)
const isWhole = !only && !sizesAlone && !journeysAlone && !logInsAlone
const logInSelection = logInContestants.filter(
  ({ id }) => (logInsAlone && !only) || isWhole || onlyText?.split(',').some((part) => id.includes(part)),
)
const growthRuns = isWhole ? growth : []
// the certificate is made by one of their packages
if (tls || [...selection, ...logInSelection].some((contestant) => contestant.package)) installPeers()

const file = join(root, 'bench/results.json')
const before: Results = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : { contestants: [], headless: [], growth: [], budgets: [] }

/** Returns the size of what each budget limits, and of each chunk. */
const budgets = (): Results['budgets'] => [...measure(readBudgets()).map(({ name, real }) => ({ name, size: real })), ...chunkSizes()]

/**
 * Returns what a host's bundle loads at once, for each combination of parts of `latchkey/headless`.
 */
const weighParts = async () => {
  const rows: NonNullable<Results['parts']> = []
  for (const combination of combinations) rows.push({ name: combination.name, bytes: (await atOnce('esbuild', combination)).bytes })
  return rows
}

/**
 * Merges the new results into the old ones, in the order of `everybody`. The old times stay if this
 * run measured only sizes.
 */
const merge = (sizeResults: ContestantResult[], timeResults: Record<string, TimesOrFailure> | undefined) =>
  everybody.flatMap(({ id }): ContestantResult[] => {
    const now = sizeResults.find((contestant) => contestant.id === id)
    const then = before.contestants.find((contestant) => contestant.id === id)
    const { failed: _, ...rest } = then ?? {}
    const latest = now ?? then
    return latest ? [{ ...(now?.failed ? {} : rest), ...latest, ...(timeResults?.[id] && { times: timeResults[id] }) }] : []
  })

// Weighed before anything is timed, so that a missing build fails at once.
const budgetSizes = only || logInsAlone ? [] : budgets()
const weights =
  only || journeysAlone || logInsAlone
    ? undefined
    : {
        headless: ownHeadless(),
        parts: await weighParts(),
        prerendered: weighForms(),
        fullCompat: { first: fullCompatFirstScreen() },
        budgets: budgetSizes,
        files: filesOfDist(),
      }

const siteContestants: Contestant[] = [
  ...selection,
  ...logInSelection,
  ...growthRuns.flatMap(({ rows }) => rows.map(({ contestant }) => contestant)),
]
await withSite(
  siteContestants,
  async (site) => {
    console.log('Bytes and requests:')
    const sizeResults = await sizes(site, selection, shots)
    const timing = sizesAlone ? [] : selection.filter(({ id }) => !sizeResults.find((one) => one.id === id)?.failed)
    if (timing.length > 0) console.log(`Times on a slow phone (${timing.length} contestants):`)
    const timeResults = timing.length > 0 ? await times(site, timing, runs) : undefined
    if (logInSelection.length > 0) console.log(`Log-ins on a slow phone (${logInSelection.length} contestants):`)
    const environment = {
      date: new Date().toISOString().slice(0, 10),
      chromium: site.browserVersion,
      node: process.versions.node,
      processors: cpus().length,
      runs,
    }
    const logIns = logInSelection.length > 0 ? { ...environment, results: await timesOfLogIns(site, logInSelection, runs) } : before.logIns
    if (logInsAlone && !only) {
      const results = { ...before, ...(tls ? { logInsOverTls: logIns } : { logIns }) }
      console.log(logInsText(results))
      return writeReports(root, results)
    }
    if (quick) {
      console.log('Times in Firefox:')
      const firefox = await site.inFirefox(timing, runs)
      return console.log(quickText({ ...before, contestants: merge(sizeResults, timeResults) }, before, quickIds, firefox))
    }
    if (only) return console.log(JSON.stringify({ measured: sizeResults, timed: timeResults, logIns }, null, 2))
    if (!weights) return console.log(journeysText({ budgets: budgetSizes, contestants: merge(sizeResults, timeResults) }))

    if (growthRuns.length > 0) console.log('Growth:')
    writeReports(root, {
      environment: timeResults ? environment : before.environment,
      contestants: merge(sizeResults, timeResults),
      ...(logIns && { logIns }),
      ...(before.logInsOverTls && { logInsOverTls: before.logInsOverTls }),
      ...weights,
      headless: [...weights.headless, ...(sizesAlone ? before.headless.filter(({ version }) => version) : await peersHeadless())],
      growth: growthRuns.length > 0 ? await measureGrowth(site, growthRuns, Math.min(runs, 3)) : before.growth,
    })
  },
  tls,
)
