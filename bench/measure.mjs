/** Measures contestants: what they load, once and undisturbed; and how long it takes on a slow phone, again and again in turn. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from './browser.mjs'
import { bundle } from './bundle.mjs'
import { median } from './median.mjs'
import { versionOf } from './peers/install.mjs'
import { openSite } from './site.mjs'
import { visit } from './visit.mjs'
import { brotli } from './weights.mjs'

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const weightOf = (files) => sum(files.map((file) => brotli(readFileSync(file)).length))

/** Every script of Latchkey's but the tables of telephone numbers, of which a visitor needs one, and the languages (`c/otp.fr.1a2b3c4d.js`). */
const allOfLatchkey = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.js') && !name.includes('metadata-') && !/\.[\w-]+\.[0-9a-f]{8}\.js$/.test(name))
    .map((name) => join(folder, name))

/**
 * Bundles what has to be, opens the site and a browser, and hands both to `work` as `{ look, prepare, facts }`: `look(contestant, options)` is a visit, `prepare` one
 * that is not measured where there was none, `facts(contestant)` its version and what all of its scripts and styles weigh. What cannot be bundled says so at
 * its visits.
 */
export const withSite = async (contestants, work) => {
  const folders = new Map()
  const whole = new Map()
  const broken = new Map()
  for (const contestant of contestants) {
    const folder = { ...contestant.files }
    try {
      if (contestant.source) {
        const made = await bundle(contestant)
        folder[''] = made.folder
        whole.set(contestant.id, weightOf(made.files))
      } else if (contestant.kind === 'ours') whole.set(contestant.id, weightOf(allOfLatchkey(contestant.files['embed/'])))
    } catch (error) {
      broken.set(contestant.id, `not bundled: ${error.message.split('\n')[0]}`)
    }
    folders.set(contestant.id, folder)
  }
  const site = await openSite(contestants, folders)
  const browser = await openBrowser(site.tlsPort)
  const visited = new Set()
  const looks = async (contestant, options) => {
    visited.add(contestant.id)
    const failed = broken.get(contestant.id)
    return failed ? { failed } : visit(browser, site.pageOf(contestant), { wanted: contestant.wanted, ...options })
  }
  try {
    return await work({
      browserVersion: browser.version(),
      facts: ({ id, package: name }) => ({ ...(name && { version: versionOf(name) }), ...(whole.has(id) && { all: whole.get(id) }) }),
      // The site compresses a file when it is first asked for it: nobody is timed meanwhile.
      prepare: async (contestant) => {
        if (!visited.has(contestant.id)) await looks(contestant, { settle: 0 })
      },
      look: looks,
    })
  } finally {
    await browser.close()
    await site.close()
  }
}

/** What each loads before it is usable and at rest, in bytes and requests; three at a time, as nothing is timed. */
export const sizes = async ({ look, facts }, contestants, screenshots) => {
  const found = new Map()
  const waiting = [...contestants]
  const worker = async () => {
    for (let contestant = waiting.shift(); contestant; contestant = waiting.shift()) {
      const { id, name, kind, methods, journey } = contestant
      const seen = await look(contestant, { screenshot: screenshots && join(screenshots, `${id}.png`) })
      const { failed, firstBytes, firstRequests, restBytes, restRequests } = seen
      const loaded = failed ? { failed } : { first: firstBytes, firstRequests, rest: restBytes, restRequests }
      found.set(id, { id, name, kind, methods, ...(journey && { journey }), ...facts(contestant), ...loaded })
      console.log(`  ${id}: ${failed ?? `${firstBytes} B in ${firstRequests} requests`}`)
    }
  }
  await Promise.all([worker(), worker(), worker()])
  return contestants.map(({ id }) => found.get(id))
}

/**
 * What is measured of each by id, medians with ranges of `runs` rounds in which everybody has a turn. Under the phone's processor alone (`'cpu'`) nobody is
 * touched, and there is no `interaction` and no `shift`.
 */
export const times = async ({ look, prepare }, contestants, runs, slow = 'phone') => {
  const seen = new Map(contestants.map(({ id }) => [id, []]))
  for (const contestant of contestants) await prepare(contestant)
  for (let run = 0; run < runs; run++) {
    for (const contestant of contestants) {
      const result = await look(contestant, { slow, settle: 700, touched: slow === 'phone' })
      if (!result.failed) seen.get(contestant.id).push(result)
    }
    console.log(`  round ${run + 1} of ${runs}`)
  }
  return Object.fromEntries(
    [...seen].map(([id, visits]) => [
      id,
      visits.length < runs
        ? { failed: `usable in ${visits.length} of ${runs} visits` }
        : Object.fromEntries(
            ['ready', 'cpu', 'heap', 'nodes', 'firstRequests', 'interaction', 'shift']
              .map((what) => [what, visits.map((one) => one[what]).filter((value) => value !== undefined)])
              .filter(([, values]) => values.length === visits.length)
              .map(([what, values]) => [what, median(values)]),
          ),
    ]),
  )
}
