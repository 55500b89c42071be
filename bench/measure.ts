/** Measures contestants: what they load, in one visit without throttling, and how long they take on a slow phone, in several rounds. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from './browser.ts'
import { bundle } from './bundle.ts'
import type { Contestant } from './contestants/contestant.ts'
import { median } from './median.ts'
import { versionOf } from './peers/install.ts'
import type { ContestantResult, LogInResult, Timed } from './results.ts'
import { follow, type Followed } from './followLogIn.ts'
import { logIns } from './logIns.ts'
import type { LogInContestant } from './contestants/logIns.ts'
import { openSite } from './site.ts'
import { visit, type Measured, type Visited } from './visit.ts'
import { brotli } from './weights.ts'

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const weightOf = (files: string[]) => sum(files.map((file) => brotli(readFileSync(file)).length))

/** Returns every script of Latchkey except translations (`c/otp.fr.1a2b3c4d.js`) and phone number tables, of which a visitor needs only one. */
const allOfLatchkey = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !name.includes('callingCodes') && !/\.[\w-]+\.[0-9a-f]{8}\.js$/.test(name))
    .map((name) => join(folder, name))

type LookOptions = Omit<NonNullable<Parameters<typeof visit>[2]>, 'wanted'>

/** The running site, and a browser that visits it. */
export interface Site {
  browserVersion: string
  /** Returns a contestant's version, and the size of all its scripts and styles in bytes. */
  facts: (contestant: Contestant) => Pick<ContestantResult, 'version' | 'all'>
  /** Visits a contestant's page without measuring, unless it was visited before. */
  prepare: (contestant: Contestant) => Promise<void>
  /** Visits a contestant's page and measures. A contestant that could not be bundled fails here. */
  look: (contestant: Contestant, options: LookOptions) => Promise<Visited>
  /** Goes through a contestant's log-in. */
  follow: (contestant: LogInContestant) => Promise<Followed>
}

/** Bundles the contestants, opens the site and a browser, and closes both when `work` is done. */
export const withSite = async <Result>(contestants: Contestant[], work: (site: Site) => Promise<Result>): Promise<Result> => {
  const folders = new Map<string, Record<string, string>>()
  const whole = new Map<string, number>()
  const broken = new Map<string, string>()
  for (const contestant of contestants) {
    const folder: Record<string, string> = { ...contestant.files }
    try {
      if (contestant.source) {
        const made = await bundle(contestant)
        folder[''] = made.folder
        whole.set(contestant.id, weightOf(made.files))
      } else if (contestant.kind === 'ours') whole.set(contestant.id, weightOf(allOfLatchkey(contestant.files!['embed/']!)))
    } catch (error) {
      broken.set(contestant.id, `not bundled: ${(error as Error).message.split('\n')[0]}`)
    }
    folders.set(contestant.id, folder)
  }
  const site = await openSite(contestants, folders)
  const browser = await openBrowser(site.tlsPort)
  const visited = new Set<string>()
  const look: Site['look'] = async (contestant, options) => {
    visited.add(contestant.id)
    const failed = broken.get(contestant.id)
    return failed
      ? { failed }
      : visit(browser, site.pageOf(contestant), { wanted: contestant.wanted, prerendered: contestant.prerendered, ...options })
  }
  try {
    return await work({
      browserVersion: browser.version(),
      facts: ({ id, package: name }) => ({ ...(name && { version: versionOf(name) }), ...(whole.has(id) && { all: whole.get(id) }) }),
      // The site compresses each file on the first request for it. That must not happen while a page is timed.
      prepare: async (contestant) => {
        if (!visited.has(contestant.id)) await look(contestant, { settle: 0 })
      },
      look,
      follow: async (contestant) => {
        const failed = broken.get(contestant.id)
        const logIn = logIns.find(({ id }) => id === contestant.logIn)!
        return failed ? { failed } : follow(browser, site.emulator, site.pageOf(contestant), logIn)
      },
    })
  } finally {
    await browser.close()
    await site.close()
  }
}

/** Measures what each contestant loads until it is usable and until it is at rest, in bytes and requests. Visits three at a time, because nothing is timed. */
export const sizes = async ({ look, facts }: Site, contestants: Contestant[], screenshots?: string) => {
  const found = new Map<string, ContestantResult>()
  const waiting = [...contestants]
  const worker = async () => {
    for (let contestant = waiting.shift(); contestant; contestant = waiting.shift()) {
      const { id, name, kind, methods, journey } = contestant
      const seen = await look(contestant, { screenshot: screenshots && join(screenshots, `${id}.png`) })
      const loaded =
        seen.failed === undefined
          ? { first: seen.firstBytes, firstRequests: seen.firstRequests, rest: seen.restBytes, restRequests: seen.restRequests }
          : { failed: seen.failed }
      found.set(id, { id, name, kind, methods, ...(journey && { journey }), ...facts(contestant), ...loaded })
      console.log(`  ${id}: ${loaded.failed ?? `${loaded.first} B in ${loaded.firstRequests} requests`}`)
    }
  }
  await Promise.all([worker(), worker(), worker()])
  return contestants.map(({ id }) => found.get(id)!)
}

const timed = ['ready', 'live', 'cpu', 'heap', 'nodes', 'firstRequests', 'interaction', 'shift'] as const

/**
 * Returns the times of each contestant by id, as medians with ranges. Each of the `runs` rounds visits every contestant once. With `'cpu'` (a slow CPU but a fast
 * network), no page is touched, so there is no `interaction` and no `shift`.
 */
export const times = async (
  { look, prepare }: Site,
  contestants: Contestant[],
  runs: number,
  slow: 'phone' | 'cpu' = 'phone',
): Promise<Record<string, Timed>> => {
  const seen = new Map<string, Measured[]>(contestants.map(({ id }) => [id, []]))
  for (const contestant of contestants) await prepare(contestant)
  for (let run = 0; run < runs; run++) {
    for (const contestant of contestants) {
      const result = await look(contestant, { slow, settle: 700, touched: slow === 'phone' })
      if (result.failed === undefined) seen.get(contestant.id)!.push(result)
    }
    console.log(`  round ${run + 1} of ${runs}`)
  }
  return Object.fromEntries(
    [...seen].map(([id, visits]) => [
      id,
      visits.length < runs
        ? { failed: `usable in ${visits.length} of ${runs} visits` }
        : Object.fromEntries(
            timed
              .map((what) => [what, visits.map((one) => one[what]).filter((value) => value !== undefined)] as const)
              .filter(([, values]) => values.length === visits.length)
              .map(([what, values]) => [what, median(values)]),
          ),
    ]),
  )
}

/** Times each log-in in `runs` rounds, after one that is not measured. */
export const timesOfLogIns = async ({ follow }: Site, contestants: LogInContestant[], runs: number): Promise<LogInResult[]> => {
  const seen = new Map<string, Followed[]>(contestants.map(({ id }) => [id, []]))
  for (let run = 0; run <= runs; run++) {
    for (const contestant of contestants) {
      const followed = await follow(contestant).catch((error: Error): Followed => ({ failed: error.message.split('\n')[0]! }))
      if (run > 0 || followed.failed !== undefined) seen.get(contestant.id)!.push(followed)
    }
    console.log(run ? `  round ${run} of ${runs}` : '  a round that does not count')
  }
  return contestants.map(({ id, name, kind, logIn }) => {
    const all = seen.get(id)!
    const failed = all.find((one) => one.failed !== undefined)?.failed
    if (failed) return { id, name, kind, logIn, failed }
    const whole = all as Exclude<Followed, { failed: string }>[]
    const medianOf = (what: 'call' | 'done' | 'drawn' | 'files') => {
      const values = whole.flatMap((one) => one[what] ?? [])
      return values.length === whole.length ? { [what]: median(values) } : {}
    }
    return { id, name, kind, logIn, times: { ...medianOf('call'), ...medianOf('done'), ...medianOf('drawn'), ...medianOf('files') } }
  })
}
