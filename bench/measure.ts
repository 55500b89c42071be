/**
 * Measures contestants: what they load, in one visit without throttling, and how long they take on
 * a slow phone, in several rounds.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from './browser.ts'
import { bundle } from './bundle.ts'
import type { Contestant } from './contestants/contestant.ts'
import { type FirefoxTimes, timesInFirefox } from './firefox.ts'
import { median } from './median.ts'
import { versionOf } from './peers/install.ts'
import type { ContestantResult, LogInResult, TimesOrFailure } from './results.ts'
import { follow, type LogInTimes } from './followLogIn.ts'
import { logIns } from './logIns.ts'
import type { LogInContestant } from './contestants/logIns.ts'
import { openSite } from './site.ts'
import { SLOW, visit, type VisitFigures, type VisitResult } from './visit.ts'
import { brotli } from './weights.ts'

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const weightOf = (files: string[]) => sum(files.map((file) => brotli(readFileSync(file)).length))

/**
 * Returns every script of Latchkey except translations (`c/otp.fr.1a2b3c4d.js`) and phone number
 * tables, of which a visitor needs only one.
 */
const allOfLatchkey = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !name.includes('callingCodes') && !/\.[\w-]+\.[0-9a-f]{8}\.js$/.test(name))
    .map((name) => join(folder, name))

type LookOptions = Omit<NonNullable<Parameters<typeof visit>[2]>, 'controls' | 'isDistant'>

/** The running site, and a browser that visits it. */
export interface Site {
  browserVersion: string
  /** Returns a contestant's version, and the size of all its scripts and styles in bytes. */
  facts: (contestant: Contestant) => Pick<ContestantResult, 'version' | 'all'>
  /** Visits a contestant's page without measuring, unless it was visited before. */
  prepare: (contestant: Contestant) => Promise<void>
  /** Visits a contestant's page and measures. A contestant that could not be bundled fails here. */
  look: (contestant: Contestant, options: LookOptions) => Promise<VisitResult>
  /** Times first screens in Firefox (firefox.ts). */
  inFirefox: (contestants: readonly Contestant[], runs: number) => Promise<FirefoxTimes>
  /** Goes through a contestant's log-in. */
  follow: (contestant: LogInContestant) => Promise<LogInTimes>
}

/**
 * Bundles the contestants, opens the site and a browser, and closes both when `work` is done. A
 * site that is distant has the network of `SLOW` in front, with real handshakes.
 */
export const withSite = async <Result>(
  contestants: Contestant[],
  work: (site: Site) => Promise<Result>,
  isDistant = false,
): Promise<Result> => {
  const folders = new Map<string, Record<string, string>>()
  const whole = new Map<string, number>()
  const buildErrors = new Map<string, string>()
  for (const contestant of contestants) {
    const folder: Record<string, string> = { ...contestant.files }
    try {
      if (contestant.source) {
        const output = await bundle(contestant)
        folder[''] = output.folder
        whole.set(contestant.id, weightOf(output.files))
      } else if (contestant.kind === 'ours') whole.set(contestant.id, weightOf(allOfLatchkey(contestant.files!['embed/']!)))
    } catch (error) {
      buildErrors.set(contestant.id, `not bundled: ${(error as Error).message.split('\n')[0]}`)
    }
    folders.set(contestant.id, folder)
  }
  const site = await openSite(contestants, folders, isDistant ? SLOW : undefined)
  const browser = await openBrowser(site.tlsPort)
  const ids = new Set<string>()
  const look: Site['look'] = async (contestant, options) => {
    ids.add(contestant.id)
    const failure = buildErrors.get(contestant.id)
    return failure
      ? { failed: failure }
      : visit(browser, site.pageOf(contestant), {
          controls: contestant.controls,
          prerendered: contestant.prerendered,
          ...options,
          isDistant,
        })
  }
  try {
    return await work({
      browserVersion: browser.version(),
      facts: ({ id, package: name }) => ({ ...(name && { version: versionOf(name) }), ...(whole.has(id) && { all: whole.get(id) }) }),
      // The site compresses each file on the first request for it. That must not happen while a
      // page is timed.
      prepare: async (contestant) => {
        if (!ids.has(contestant.id)) await look(contestant, { settle: 0 })
      },
      look,
      inFirefox: async (contestants, runs) => timesInFirefox(await site.slowly(SLOW), contestants, runs),
      follow: async (contestant) => {
        const failure = buildErrors.get(contestant.id)
        const logIn = logIns.find(({ id }) => id === contestant.logIn)!
        return failure ? { failed: failure } : follow(browser, site.emulator, site.pageOf(contestant), logIn, isDistant)
      },
    })
  } finally {
    await browser.close()
    await site.close()
  }
}

/**
 * Measures what each contestant loads until it is usable and until it is at rest, in bytes and
 * requests. Visits three at a time, because nothing is timed.
 */
export const sizes = async ({ look, facts }: Site, contestants: Contestant[], screenshots?: string) => {
  const results = new Map<string, ContestantResult>()
  const waiting = [...contestants]
  const worker = async () => {
    for (let contestant = waiting.shift(); contestant; contestant = waiting.shift()) {
      const { id, name, kind, methods, journey } = contestant
      const page = await look(contestant, { screenshot: screenshots && join(screenshots, `${id}.png`) })
      const figures =
        page.failed === undefined
          ? { first: page.firstBytes, firstRequests: page.firstRequests, rest: page.restBytes, restRequests: page.restRequests }
          : { failed: page.failed }
      results.set(id, { id, name, kind, methods, ...(journey && { journey }), ...facts(contestant), ...figures })
      console.log(`  ${id}: ${figures.failed ?? `${figures.first} B in ${figures.firstRequests} requests`}`)
    }
  }
  await Promise.all([worker(), worker(), worker()])
  return contestants.map(({ id }) => results.get(id)!)
}

const timeFigures = ['ready', 'live', 'cpu', 'heap', 'nodes', 'firstRequests', 'interaction', 'shift'] as const

/**
 * Returns the times of each contestant by id, as medians with ranges. Each of the `runs` rounds
 * visits every contestant once. With `'cpu'` (a slow CPU but a fast network), no page is touched,
 * so there is no `interaction` and no `shift`.
 */
export const times = async (
  { look, prepare }: Site,
  contestants: Contestant[],
  runs: number,
  slow: 'phone' | 'cpu' = 'phone',
): Promise<Record<string, TimesOrFailure>> => {
  const visitsOf = new Map<string, VisitFigures[]>(contestants.map(({ id }) => [id, []]))
  for (const contestant of contestants) await prepare(contestant)
  for (let run = 0; run < runs; run++) {
    for (const contestant of contestants) {
      const result = await look(contestant, { slow, settle: 700, touched: slow === 'phone' })
      if (result.failed === undefined) visitsOf.get(contestant.id)!.push(result)
    }
    console.log(`  round ${run + 1} of ${runs}`)
  }
  return Object.fromEntries(
    [...visitsOf].map(([id, visits]) => [
      id,
      visits.length < runs
        ? { failed: `usable in ${visits.length} of ${runs} visits` }
        : Object.fromEntries(
            timeFigures
              .map((what) => [what, visits.map((one) => one[what]).filter((value) => value !== undefined)] as const)
              .filter(([, values]) => values.length === visits.length)
              .map(([what, values]) => [what, median(values)]),
          ),
    ]),
  )
}

/** Times each log-in in `runs` rounds, after one that is not measured. */
export const timesOfLogIns = async ({ follow }: Site, contestants: LogInContestant[], runs: number): Promise<LogInResult[]> => {
  const runsOf = new Map<string, LogInTimes[]>(contestants.map(({ id }) => [id, []]))
  for (let run = 0; run <= runs; run++) {
    for (const contestant of contestants) {
      const result = await follow(contestant).catch((error: Error): LogInTimes => ({ failed: error.message.split('\n')[0]! }))
      if (run > 0 || result.failed !== undefined) runsOf.get(contestant.id)!.push(result)
    }
    console.log(run ? `  round ${run} of ${runs}` : '  a round that does not count')
  }
  return contestants.map(({ id, name, kind, logIn }) => {
    const all = runsOf.get(id)!
    const failure = all.find((one) => one.failed !== undefined)?.failed
    if (failure) return { id, name, kind, logIn, failed: failure }
    const whole = all as Exclude<LogInTimes, { failed: string }>[]
    const medianOf = (what: 'call' | 'answered' | 'done' | 'drawn' | 'files') => {
      const values = whole.flatMap((one) => one[what] ?? [])
      return values.length === whole.length ? { [what]: median(values) } : {}
    }
    return {
      id,
      name,
      kind,
      logIn,
      times: { ...medianOf('call'), ...medianOf('answered'), ...medianOf('done'), ...medianOf('drawn'), ...medianOf('files') },
    }
  })
}
