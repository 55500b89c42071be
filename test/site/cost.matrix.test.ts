/**
 * The cost page: its figures and code are those of the program dist/cli.js, its address keeps the
 * choice, and it works by keyboard and without JavaScript.
 */
import '../built/all.ts'
import { execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { journeys } from '../../bench/journeys.ts'
import { choiceIn, choiceOf, configOf, firstChoice, hashOf, objectionTo, providers, ways } from '../../site/cost/choice.ts'
import { journeyOf, type CostData } from '../../site/cost/data.ts'
import { purposeOf } from '../../site/cost/purposes.ts'
import { codeOf } from '../../site/cost/snippets.ts'
import { costOf } from '../../src/tools/snippet/size.ts'
import { locales } from '../../src/ui/words/language.ts'
import { findingsOfAxe, WIDTH_AND_COLORS } from '../harness/axe.ts'
import { closeBrowser, resize, visit } from '../harness/browser.ts'
import { compileSamples } from '../harness/compileSamples.ts'
import { folder, serveDocumentation } from '../harness/documentation.ts'

const test = suite('cost page')
const site = await serveDocumentation('/latchkey/')
test.after(() => {
  site.close()
  return closeBrowser()
})

const program = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const data = JSON.parse(readFileSync(join(folder, 'cost/data.json'), 'utf8')) as CostData

/** Runs a command that the page shows, in a shell, as a visitor would. */
const outputOf = (command: string) =>
  execSync(command.replace(/^npx latchkey/, `"${process.execPath}" "${program}"`), { encoding: 'utf8' }).trimEnd()

const open = async (hash = '', options: Parameters<typeof visit>[0] = {}) => {
  const { page, complaints } = await visit({ viewport: { width: 1280, height: 900 }, ...options })
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url)) elsewhere.push(request.url())
  })
  await page.goto(`${site.url}cost/${hash}`)
  if (options.javaScriptEnabled !== false) await page.locator('#calculator[data-ready]').waitFor()
  return { page, complaints, elsewhere }
}

const codeIn = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).locator('code').textContent()

/** Each row of the files: the name of a group or a file, raw bytes, compressed bytes. */
const rowsOf = (page: Page) =>
  page
    .locator('table.files tr')
    .evaluateAll((rows) =>
      rows
        .slice(1)
        .map((row) => [...row.querySelectorAll('th, td')].map((cell) => (cell.querySelector('code') ?? cell).textContent!.trim())),
    )

const rowsIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/))
    .filter(({ length }) => length === 3)

for (const hash of [
  '',
  '#with=google,apple,github',
  '#with=google,one-tap,slack,password&language=de',
  '#with=sms,whatsapp,code&language=pt-BR',
  '#with=link,passkey&language=auto',
  `#with=${[...Object.keys(ways).filter((way) => way !== 'code'), ...providers.first].join()}&language=ar`,
])
  test(`the figures and the code are what the program prints: ${hash || 'the first choice'}`, async () => {
    const { page, complaints, elsewhere } = await open(hash)
    const size = outputOf((await codeIn(page, 'Command that prints the figures'))!)
    const rows = rowsIn(size)
    assert.ok(rows.length >= 9)
    assert.equal(await rowsOf(page), rows)
    const [first, all] = await page
      .locator('.headline > div')
      .evaluateAll((parts) => [parts[0], parts.at(-1)].map((part) => part!.textContent))
    const [, firstTime] = /first screen takes about ([\d,]+) ms/.exec(size)!
    const [, wholeTime] = /Everything takes about ([\d,]+) ms/.exec(size)!
    assert.match(first!, `${rows.find(([name]) => name === 'First screen')![2]} bytes`)
    assert.match(first!, `about ${firstTime} ms`)
    assert.match(all!, `${rows.at(-1)![2]} bytes`)
    const whole = Number(wholeTime!.replace(',', ''))
    assert.match(all!, whole < 1000 ? `about ${whole} ms` : `about ${(whole / 1000).toFixed(2)} s`)
    assert.is(await codeIn(page, 'Script tag'), outputOf((await codeIn(page, 'Command that prints the code'))!))
    assert.equal(complaints, [])
    assert.equal(elsewhere, [])
    await page.context().close()
  })

test('a choice is in the address, which restores it, and an unknown name does nothing', async () => {
  const { page } = await open()
  await page.getByLabel('Link by email').uncheck()
  await page.getByLabel('Code by SMS').check()
  await page.getByText('15 others').click()
  await page.getByLabel('GitLab').check()
  await page.getByLabel('Language').selectOption('fr')
  await page.getByLabel('React').check()
  assert.is(new URL(page.url()).hash, '#with=gitlab,sms&language=fr&as=react')
  const rows = await rowsOf(page)
  const code = await codeIn(page, 'React')
  assert.ok(rows.some(([name]) => name === 'furtherLogos'))
  await page.reload()
  await page.locator('#calculator[data-ready]').waitFor()
  assert.equal(await rowsOf(page), rows)
  assert.is(await codeIn(page, 'React'), code)
  assert.is(await page.getByLabel('GitLab').isVisible(), true)
  await page.evaluate(() => {
    location.hash = '#with=password,no-such&as=no-such'
  })
  await page.getByText('passwordScreens', { exact: true }).waitFor()
  assert.equal(await page.locator(':checked').evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)), [
    'password',
    'en',
    'html',
  ])
  // A heading of the page is not a choice.
  await page.evaluate(() => {
    location.hash = '#usual-configurations'
  })
  assert.is(await page.getByLabel('Password').isChecked(), true)
  await page.context().close()
})

test('what is chosen before the script runs counts', async () => {
  const { page } = await visit()
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/data.json', async (route) => {
    await gate
    await route.continue()
  })
  await page.goto(`${site.url}cost/`)
  await page.getByLabel('Password').check()
  release()
  await page.getByText('passwordScreens', { exact: true }).waitFor()
  assert.is(await page.getByLabel('Password').isChecked(), true)
  assert.is(await page.getByLabel('Link by email').isChecked(), true)
  await page.context().close()
})

test('it works by keyboard, and says new figures and why a choice shows nothing', async () => {
  const { page, complaints } = await open()
  const answer = page.locator('[aria-live="polite"][aria-atomic="true"]')
  const before = await answer.textContent()
  await page.getByLabel('Link by email').focus()
  await page.keyboard.press('Space')
  assert.is(await answer.textContent(), 'Choose at least one way to log in.')
  assert.is(await page.locator('table.files').count(), 0)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  assert.is(await page.getByLabel('Code by SMS').isChecked(), true)
  assert.match((await answer.textContent())!, /First screen[\d,]+ bytesabout \d+ ms/)
  assert.is.not(await answer.textContent(), before)
  await page.getByLabel('Script tag', { exact: true }).first().focus()
  await page.keyboard.press('ArrowRight')
  assert.match((await codeIn(page, 'npm'))!, "from 'latchkey'")
  await page.keyboard.press('Tab')
  assert.is(await page.evaluate(() => document.activeElement!.getAttribute('aria-label')), 'npm', 'the code scrolls by keyboard')
  assert.equal(complaints, [])
  await page.context().close()
})

test('the code is copied as it is shown', async () => {
  const { page } = await open('', { permissions: ['clipboard-read', 'clipboard-write'] })
  const sample = page.locator('.sample', { has: page.getByRole('region', { name: 'Script tag', exact: true }) })
  await sample.hover()
  await sample.getByRole('button', { name: 'Copy' }).click()
  await sample.getByRole('button', { name: 'Copied' }).waitFor()
  assert.is(await page.evaluate(() => navigator.clipboard.readText()), await codeIn(page, 'Script tag'))
  await page.context().close()
})

test('axe finds nothing and nothing scrolls sideways, whatever is chosen, wide and light, and narrow and dark', async () => {
  const { page } = await open()
  for (const hash of ['#with=link', '#with=', '#with=figma,google,one-tap,sms,password,passkey,wallet&language=ja&as=npm']) {
    await page.evaluate((hash) => {
      location.hash = hash
    }, hash)
    await page.waitForFunction(
      (all) => document.querySelectorAll('#choice input:checked').length === all,
      hash.split('&')[0]!.split(/[=,]/).filter(Boolean).length - 1,
    )
    // the colors do not depend on the width, nor the width on the colors
    for (const [colorScheme, width, rules] of [
      ['light', 1280, undefined],
      ['dark', 320, WIDTH_AND_COLORS],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await resize(page, { width, height: 800 })
      assert.equal(await findingsOfAxe(page, rules), [], `${hash} ${colorScheme} ${width}`)
      assert.is(await page.evaluate(() => document.scrollingElement!.scrollWidth > innerWidth), false, `${hash} at ${width} px`)
    }
  }
  await page.context().close()
})

test('without JavaScript there is the table of usual configurations, and no form', async () => {
  const { page } = await open('', { javaScriptEnabled: false })
  assert.is(await page.locator('#choice').isVisible(), false)
  await page.locator('noscript p').waitFor()
  const rows = page.locator('h2#usual-configurations').locator('xpath=following::table[1]').locator('tbody tr')
  const size = rowsIn(outputOf(`npx latchkey size --config '{"products":["passwords"]}'`))
  const figure = (name: string) => size.find(([title]) => title === name)![2]
  const cells = await rows
    .filter({ hasText: /^password/ })
    .locator('td')
    .allTextContents()
  assert.equal(
    cells.slice(1, 5),
    ['First screen', 'After the first paint', 'While the visitor logs in, at most', 'Total, at most'].map(figure),
  )
  assert.is(await rows.count(), journeys.filter(({ language }) => !language).length)
  await page.context().close()
})

test('every choice is the one that its address says', () => {
  const hashes = ['#with=link', '#with=github,slack,sms,wallet&language=zh-Hans&as=npm', '#with=google,one-tap,code,passkey&language=auto']
  for (const hash of hashes) assert.is(hashOf(choiceIn(hash)!), hash)
  assert.is(choiceIn('#usual-configurations'), undefined)
  assert.is(choiceIn(''), undefined)
  assert.equal(choiceIn('#with=one-tap')!.oneTap, false, 'without Google there is no prompt of it')
  assert.equal(choiceIn('#with=link&language=xx')!.language, 'en')
  assert.equal(configOf(firstChoice), { products: ['emailMagicLinks'] })
})

test('what the widget cannot show is refused with a reason', () => {
  for (const [names, reason] of [
    ['', 'at least one'],
    ['passkey', 'passkey belongs'],
    ['link,code', 'same field'],
    ['link,code,password', undefined],
    ['passkey,sms', undefined],
    ['google', undefined],
  ] as const) {
    const objection = objectionTo(choiceOf(new URLSearchParams({ with: names })))
    if (reason) assert.match(objection!, reason)
    else assert.is(objection, undefined, names)
  }
})

test('every file that any choice loads says what it is for', () => {
  const files = new Set<string>()
  const names = new Map(Object.entries(data.chunks).map(([name, chunk]) => [chunk, name]))
  const all = [...Object.keys(ways), ...providers.first, ...providers.others, 'one-tap']
  for (const selection of [all, ...all.map((name) => [name])])
    for (const tag of [...locales, 'auto']) {
      const { first, rest, later } = costOf(configOf(choiceOf(new URLSearchParams({ with: selection.join() }))), data.chunks, tag)
      for (const file of [...first, ...rest, ...later]) files.add(names.get(file)!)
    }
  assert.ok(files.size > 90, String(files.size))
  for (const name of files) assert.ok(purposeOf(name).length > 10, name)
})

test('a journey of the bench has its measurements, in any order, and another choice has none', () => {
  const results = JSON.parse(readFileSync(new URL('../../bench/results.json', import.meta.url), 'utf8'))
  const of = (id: string) => results.contestants.find((one: { id: string }) => one.id === id)
  const journeyFor = (names: string, language = 'en') => journeyOf(choiceOf(new URLSearchParams({ with: names, language })), data.journeys)
  for (const [names, id] of [
    ['link', 'link'],
    ['google,apple,github', 'social'],
    ['google,apple,github,wallet,link,sms,whatsapp,password,passkey', 'seven'],
  ] as const) {
    assert.is(journeyFor(names)!.ready, Math.round(of(`latchkey-${id}`).times.ready.median))
    assert.is(journeyFor(names)!.sdkReady, Math.round(of(`stytch-6-${id}`).times.ready.median))
    assert.is(journeyFor(names)!.sdkBytes, of(`stytch-6-${id}`).first)
  }
  assert.is(journeyFor('google,microsoft'), undefined)
  assert.is(journeyFor('link', 'fr'), undefined)
})

test('the code for npm and React compiles', () => {
  const files = ['npm', 'react'].flatMap((as) =>
    ['link', 'google,one-tap,figma,sms,code,password,wallet'].flatMap((names, at) =>
      ['en', 'auto', 'fr', 'pt-BR', 'zh-Hans'].map(
        (language) =>
          [
            `test/site/${as}-${at}-${language}.tsx`,
            codeOf(choiceOf(new URLSearchParams({ with: names, language, as })), data.chunks),
          ] as const,
      ),
    ),
  )
  // The declarations are those of dist/types/.
  assert.equal(compileSamples(Object.fromEntries(files)), [])
})

test.run()
