/**
 * `npm run bench`: measures Latchkey beside its peers and writes results.json, REPORT.md, report.html and the README's tables.
 *
 *   --sizes      Latchkey's bytes alone; everything else stays as it was measured last. Takes less than a minute.
 *   --runs 3     how often each is timed, default 7
 *   --only name  contestants with this in their id; the results are printed, and nothing is written
 *   --shots dir  a picture of what each shows
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { html, preactForm } from './contestants/floors.mjs'
import { latchkey, latchkeyMethods } from './contestants/latchkey.mjs'
import { others } from './contestants/others.mjs'
import { stytch, stytchMethods } from './contestants/stytch.mjs'
import { filesOfDist } from './files.mjs'
import { growthOf, measureGrowth } from './growth.mjs'
import { ownHeadless, peersHeadless } from './headless.mjs'
import { sizes, times, withSite } from './measure.mjs'
import { installPeers } from './peers/install.mjs'
import { writeReports } from './report/write.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const {
  values: { sizes: sizesAlone, runs: given, only, shots },
} = parseArgs({
  options: { sizes: { type: 'boolean' }, runs: { type: 'string', default: '7' }, only: { type: 'string' }, shots: { type: 'string' } },
})
const runs = Number(given)
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs is '${given}'. It is how often each is timed: 1 or more`)
if (shots) mkdirSync(shots, { recursive: true })

const isOurs = ({ kind }) => kind === 'ours'
const unique = (contestants) => [...new Map(contestants.map((contestant) => [contestant.id, contestant])).values()]

const shown = [html, preactForm, ...latchkey, ...stytch, ...others]
const byMethod = [...latchkeyMethods, ...stytchMethods]
const chosen = unique([...shown, ...byMethod.map(([, contestant]) => contestant)]).filter((contestant) =>
  only ? contestant.id.includes(only) : !sizesAlone || isOurs(contestant),
)
if (chosen.some((contestant) => contestant.package)) installPeers()

const file = join(root, 'bench/results.json')
const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { contestants: [], methods: {}, headless: [], growth: [] }

/** The budgets' own figures, for the README's first table. */
const promises = () => {
  const { stdout } = spawnSync(process.execPath, ['node_modules/size-limit/bin.js', '--json'], { cwd: root, encoding: 'utf8' })
  return JSON.parse(stdout).map(({ name, size }) => ({ name, size }))
}

const methodsOf = (measured) => {
  const found = new Map(measured.map((contestant) => [contestant.id, contestant]))
  const rows = (list, old = {}) => Object.fromEntries(list.map(([method, { id }]) => [method, found.get(id) ?? old[method]]))
  return { latchkey: rows(latchkeyMethods, before.methods.latchkey), sdk6: rows(stytchMethods, before.methods.sdk6) }
}

/** New over old, in the order of `shown`: timings stay where only sizes were taken. */
const merged = (measured, timed) =>
  shown.flatMap(({ id }) => {
    const now = measured.find((contestant) => contestant.id === id)
    const then = before.contestants.find((contestant) => contestant.id === id)
    const { failed: _, ...kept } = then ?? {}
    return now || then ? [{ ...(now?.failed ? {} : kept), ...(now ?? then), ...(timed?.[id] && { times: timed[id] }) }] : []
  })

const growth = sizesAlone || only ? [] : growthOf(true)
const everybody = unique([...chosen, ...growth.flatMap(({ rows }) => rows.map(({ contestant }) => contestant))])
await withSite(everybody, async (site) => {
  console.log('What is loaded:')
  const measured = await sizes(site, chosen, shots)
  const timing = sizesAlone
    ? []
    : chosen.filter(({ id }) => shown.some((contestant) => contestant.id === id) && !measured.find((one) => one.id === id).failed)
  if (timing.length > 0) console.log(`How long it takes, on a slow phone (${timing.length} contestants):`)
  const timed = timing.length > 0 ? await times(site, timing, runs) : undefined
  if (only) return console.log(JSON.stringify({ measured, timed }, null, 2))

  if (growth.length > 0) console.log('How it grows:')
  writeReports(root, {
    environment: timed
      ? {
          date: new Date().toISOString().slice(0, 10),
          chromium: site.browserVersion,
          node: process.versions.node,
          processors: cpus().length,
          runs,
        }
      : before.environment,
    contestants: merged(measured, timed),
    methods: methodsOf(measured),
    headless: [ownHeadless(), ...(sizesAlone ? before.headless.filter(({ id }) => id !== 'latchkey') : await peersHeadless())],
    growth: growth.length > 0 ? await measureGrowth(site, growth, Math.min(runs, 3)) : before.growth,
    promises: promises(),
    files: filesOfDist(),
  })
})
