/**
 * Plants one fault after the other in a host's page, and sees that `latchkey doctor` finds it, and
 * nothing else. `npm test` has a few of the faults.
 */
import '../built/doctor.ts'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { codes, type Code } from '../../src/tools/doctor/codes.ts'
import { copy } from '../../src/tools/doctor/watch.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { root } from '../harness/documents.ts'
import { everything, sample } from '../harness/everything.ts'
import { plantedPages, serveHost, soundPages, type Host } from './doctorPages.ts'
import { chunks } from './embedChunks.ts'
import { each } from './visitors.ts'

test.after(closeBrowser)

const { examine } = (await import(
  new URL('../../dist/doctor/index.js', import.meta.url).href
)) as typeof import('../../src/tools/doctor/index.ts')

const browser = (await visit()).page.context().browser()!

const examined = async (host: Host) => {
  const { url, close } = await serveHost(host)
  try {
    return await examine(browser, chunks, { url, production: host.production })
  } finally {
    close()
  }
}

/** What a browser has no part in, which test/tools/doctor/rules.test.ts proves. */
const ofTexts = /^(token\.(placeholder|malformed|environment)|redirect\.(fragment|insecure|origin))$/

test('every code that depends on a browser has a page', () => {
  assert.equal(
    (Object.keys(codes) as Code[]).filter((code) => ofTexts.test(code) === plantedPages.some((page) => page.code === code)),
    [],
  )
})

test('the mark of a copy is in the first code of each entry, once', () => {
  for (const [entry, first] of Object.entries({ embed: 'widget.js', react: 'index.js' })) {
    const folder = join(root, 'dist', entry)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
    const marks = files.flatMap((file) => (readFileSync(join(folder, file), 'utf8').match(copy) ?? []).map(() => file))
    assert.equal(marks, [first], entry)
  }
})

const WIDTH = 3

/**
 * The faults of `npm test`: of what a page loads, of what it does with it, of its looks, and of
 * what a visitor meets.
 */
const usual = ['a policy without the API', 'a proxy that changes widget.js', 'gray text', 'a rule that hides messages']
const planted = plantedPages.filter(({ fault }) => everything || usual.includes(fault))

test('each fault is found, with its code and no other', async () => {
  assert.ok(planted.length >= usual.length)
  await each(
    planted,
    async ({ code, fault, ...host }) => {
      const { findings } = await examined(host)
      assert.equal(
        findings.map((found) => found.code),
        [code],
      )
    },
    WIDTH,
  )
})

test('nothing is found on pages without a fault', async () => {
  await each(
    sample(await soundPages()),
    async ({ name, ...host }) => {
      const { findings } = await examined(host)
      assert.equal(findings, [], name)
    },
    WIDTH,
  )
})

test.run()
