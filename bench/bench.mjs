/**
 * `npm run bench`: measures Latchkey's journeys (journeys.ts) beside its peers and writes results.json, REPORT.md, report.html and the README's tables.
 *
 *   --sizes      Latchkey's bytes alone; everything else stays as it was measured last. Takes about a minute.
 *   --journeys   the journeys, the provider's SDK 6 with the same methods, Hanko and the floors alone; their tables are printed, and nothing is written
 *   --runs 3     how often each is timed, default 7
 *   --only a,b   contestants with a or b in their id; the results are printed, and nothing is written
 *   --shots dir  a picture of what each shows
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { html, preactForm } from './contestants/floors.mjs'
import { bare, latchkeyJourneys } from './contestants/latchkey.mjs'
import { others } from './contestants/others.mjs'
import { stytch, stytchJourneys } from './contestants/stytch.mjs'
import { filesOfDist } from './files.mjs'
import { fullCompatFirstScreen } from './fullCompat.mjs'
import { growth, measureGrowth } from './growth.mjs'
import { ownHeadless, peersHeadless } from './headless.mjs'
import { atOnce, combinations } from './headlessParts.mjs'
import { sizes, times, withSite } from './measure.mjs'
import { installPeers } from './peers/install.mjs'
import { journeysText } from './report/markdown.mjs'
import { writeReports } from './report/write.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const {
  values: { sizes: sizesAlone, journeys: journeysAlone, runs: given, only, shots },
} = parseArgs({
  options: {
    sizes: { type: 'boolean' },
    journeys: { type: 'boolean' },
    runs: { type: 'string', default: '7' },
    only: { type: 'string' },
    shots: { type: 'string' },
  },
})
const runs = Number(given)
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs is '${given}'. It is how often each is timed: 1 or more`)
if (shots) mkdirSync(shots, { recursive: true })

const everybody = [html, preactForm, ...latchkeyJourneys, bare, ...stytchJourneys, ...stytch, ...others]

/** Whether a contestant takes part in this run. */
const takesPart = ({ id, kind, journey }) => {
  if (only) return only.split(',').some((part) => id.includes(part))
  if (sizesAlone) return kind === 'ours'
  return !journeysAlone || kind === 'floor' || Boolean(journey) || id === 'hanko'
}

const chosen = everybody.filter(takesPart)
const isWhole = !only && !sizesAlone && !journeysAlone
const grown = isWhole ? growth : []
if (chosen.some((contestant) => contestant.package)) installPeers()

const file = join(root, 'bench/results.json')
const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { contestants: [], headless: [], growth: [] }

/** What size-limit measures of each budget, as `{ name, size }`. */
const budgets = () => {
  const { stdout } = spawnSync(process.execPath, ['node_modules/size-limit/bin.js', '--json'], { cwd: root, encoding: 'utf8' })
  return JSON.parse(stdout).map(({ name, size }) => ({ name, size }))
}

/** What a host's bundle has at once who names some parts of `latchkey/headless`, as `{ name, bytes }`. */
const weighParts = async () => {
  const rows = []
  for (const combination of combinations) rows.push({ name: combination.name, bytes: (await atOnce('esbuild', combination)).bytes })
  return rows
}

/** New over old, in the order of everybody: timings stay where only sizes were taken. */
const merged = (measured, timed) =>
  everybody.flatMap(({ id }) => {
    const now = measured.find((contestant) => contestant.id === id)
    const then = before.contestants.find((contestant) => contestant.id === id)
    const { failed: _, ...kept } = then ?? {}
    return now || then ? [{ ...(now?.failed ? {} : kept), ...(now ?? then), ...(timed?.[id] && { times: timed[id] }) }] : []
  })

// Before anybody is timed: what cannot be weighed says so at once.
const weighed =
  only || journeysAlone
    ? { budgets: budgets() }
    : {
        headless: ownHeadless(),
        parts: await weighParts(),
        fullCompat: { first: fullCompatFirstScreen() },
        budgets: budgets(),
        files: filesOfDist(),
      }

const visited = [...chosen, ...grown.flatMap(({ rows }) => rows.map(({ contestant }) => contestant))]
await withSite(visited, async (site) => {
  console.log('What is loaded:')
  const measured = await sizes(site, chosen, shots)
  const timing = sizesAlone ? [] : chosen.filter(({ id }) => !measured.find((one) => one.id === id).failed)
  if (timing.length > 0) console.log(`How long it takes, on a slow phone (${timing.length} contestants):`)
  const timed = timing.length > 0 ? await times(site, timing, runs) : undefined
  if (only) return console.log(JSON.stringify({ measured, timed }, null, 2))
  if (journeysAlone) return console.log(journeysText({ ...weighed, contestants: merged(measured, timed) }))

  if (grown.length > 0) console.log('How it grows:')
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
    ...weighed,
    headless: [...weighed.headless, ...(sizesAlone ? before.headless.filter(({ version }) => version) : await peersHeadless())],
    growth: grown.length > 0 ? await measureGrowth(site, grown, Math.min(runs, 3)) : before.growth,
  })
})
