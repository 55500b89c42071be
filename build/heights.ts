/**
 * Measures the height of each part of the log-in screen in Chromium, by language and width, with
 * the widget in dist/embed/. Writes src/tools/snippet/heightTable.ts, for pages that reserve the
 * space, and two files for the widget's own placeholders.
 *
 * Run `npm run heights` after you change the looks or the texts of that screen. A test fails while
 * the table is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { WIDTHS, type Heights } from '../src/tools/snippet/widths.ts'
import { oauthProviders } from '../src/api/oauthProviders.ts'
import type { Translation } from '../src/strings/en.ts'
import { locales } from '../src/ui/words/language.ts'
import { findChromium } from '../test/harness/chromium.ts'
import { launching } from '../test/harness/launching.ts'
import { serveSite } from '../test/harness/site.ts'

const source = new URL('../src/', import.meta.url)

const social = { providers: [...Object.keys(oauthProviders), 'other'].map((type) => ({ type })) }
const LOGO = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"/>')}`
const rowsOfTabs = [
  ['sms', 'whatsapp'],
  ['sms', 'email'],
  ['whatsapp', 'email'],
  ['sms', 'whatsapp', 'email'],
]

/** Widgets that have every part between them, by the id of the element that contains each. */
const widgets: Record<string, { config: object; styles?: object }> = {
  links: {
    config: { products: ['emailMagicLinks'], legal: { termsURL: '/terms', privacyURL: '/privacy' } },
    styles: { logo: { logoImageUrl: LOGO } },
  },
  buttons: { config: { products: ['oauth', 'crypto', 'passkeys'], oauthOptions: social } },
  ...Object.fromEntries(
    [['sms'], ['whatsapp'], ...rowsOfTabs].map((methods) => [
      methods.join('-'),
      { config: { products: ['crypto', 'otp'], otpOptions: { methods } } },
    ]),
  ),
}

/** The selector of each part's element. */
const selectors: Record<string, string> = {
  logo: '#links .lk-card > :first-child',
  title: '#links .lk-title',
  email: '#links form',
  // the space that is reserved for it; a text with more lines is higher
  legal: '#links .lk-card > :has(> .lk-legal)',
  sms: '#sms form',
  whatsapp: '#whatsapp form',
  divider: '#sms .lk-divider',
  wallets: '#sms .lk-wallets',
  passkey: '#buttons .lk-block:not(:has(.lk-oauth, .lk-wallets))',
  ...Object.fromEntries(rowsOfTabs.map((methods) => [methods.join('+'), `#${methods.join('-')} .lk-tabs`])),
  ...Object.fromEntries(social.providers.map(({ type }) => [type, `#buttons [id^="oauth-${type}"]`])),
}

/**
 * Fonts as wide as those that most visitors see: Arial's metrics, and one font each for Arabic and
 * Hindi. With the machine's own fonts, the table would differ from machine to machine.
 */
const fonts = [
  'arimo/files/arimo-latin',
  'arimo/files/arimo-latin-ext',
  'arimo/files/arimo-hebrew',
  'noto-sans-arabic/files/noto-sans-arabic-arabic',
  'noto-sans-devanagari/files/noto-sans-devanagari-devanagari',
].map((path) => ({ family: path.split('/').at(-1)!, path }))

/** The names of these fonts, for `styles.fontFamily`. */
export const fontFamily: string = fonts.map(({ family }) => family).join()

/** Adds the fonts to a page. Call it before the page uses them. */
export async function loadFonts(page: Page): Promise<void> {
  const { resolve } = createRequire(import.meta.url)
  const faces = fonts.flatMap(({ family, path }) =>
    ['400', '700'].map((weight) => {
      const file = readFileSync(resolve(`@fontsource/${path}-${weight}-normal.woff2`)).toString('base64')
      return { family, weight, source: `url(data:font/woff2;base64,${file})` }
    }),
  )
  await page.evaluate(async (faces) => {
    for (const { family, weight, source } of faces) document.fonts.add(await new FontFace(family, source, { weight }).load())
  }, faces)
}

/**
 * Ideographs and Hangul are as wide as they are high in any font, and so is this dash in Arial. A
 * line can break between any two of them too.
 */
const withoutIdeographs = (strings: Translation) =>
  Object.fromEntries(
    Object.entries(strings).map(([id, text]) => [id, text.replace(/[\u3000-\u9fff\uac00-\ud7ff\uff00-\uffef]/g, '\u2014')]),
  )

/**
 * Measures in `page`, which must be an empty page of a site that serves dist/embed/ under
 * `/embed/`. Returns the text of each file to write, by its path below src/.
 */
export async function heightFiles(page: Page): Promise<Record<string, string>> {
  await loadFonts(page)
  const measured = { classic: await measure(page, 'classic'), quartz: await measure(page, 'quartz') }
  return {
    'tools/snippet/heightTable.ts': tablesOf(measured),
    'widget/methods/heights.ts': classicPlaces(measured.classic),
    'ui/looks/quartz/heights.ts': quartzPlaces(measured.quartz),
  }
}

type Look = 'classic' | 'quartz'

/** Measures all parts in a look. */
async function measure(page: Page, look: Look) {
  await page.evaluate(
    async ({ widgets, fontFamily, look }) => {
      document.body.replaceChildren()
      const { LatchkeyClient } = (await import('/embed/widget.js' as string)) as typeof import('../src/entries/index.ts')
      const client = new LatchkeyClient('public-token-test-heights', { customBaseUrl: location.origin })
      const widgetsOnPage = Object.entries(widgets).map(([id, { config, styles }]) => {
        document.body.append(Object.assign(document.createElement('div'), { id }))
        return client.mountLogin({ elementId: `#${id}`, config, styles: { ...styles, fontFamily, look, buttons: { social: 'list' } } })
      })
      Object.assign(window, { mounted: widgetsOnPage })
    },
    { widgets, fontFamily, look },
  )
  await page.waitForFunction(
    ({ list, isQuartz }) => {
      const quiet = document.querySelector('.lk-quiet')
      return (
        !document.querySelector('.lk-loading, .lk-block[style*=hidden]') &&
        // the button for a passkey, by the second sheet of the look
        (isQuartz ? quiet && getComputedStyle(quiet).marginTop === '-10px' : !quiet) &&
        list.every((selector) => document.querySelector(selector))
      )
    },
    { list: Object.values(selectors), isQuartz: look === 'quartz' },
  )
  const table: Record<string, Record<string, Heights>> = {}
  for (const locale of locales) table[locale] = await heightsIn(page, withoutIdeographs(await stringsOf(locale)))
  const gaps = await page.evaluate(
    (widths) => {
      const card = getComputedStyle(document.querySelector('#links .lk-card')!)
      const frame = widths.map((width) => {
        document.body.style.width = `${width}px`
        const around = [card.paddingTop, card.paddingBottom, card.borderTopWidth, card.borderBottomWidth]
        return around.reduce((sum, size) => sum + parseFloat(size), 0)
      }) as [number, number, number]
      const buttons = getComputedStyle(document.querySelector('#buttons .lk-oauth')!)
      return { frame, gap: parseFloat(card.rowGap), betweenButtons: parseFloat(buttons.rowGap) }
    },
    [...WIDTHS],
  )
  return { table, gaps }
}

const stringsOf = async (locale: string) => Object.values((await import(`../src/strings/${locale}.ts`)) as Record<string, Translation>)[0]!

/** Measures all parts with these words, at each width of `WIDTHS`. */
const heightsIn = (page: Page, strings: Record<string, string>) =>
  page.evaluate(
    async ({ strings, selectors, widths }) => {
      for (const widget of (window as unknown as { mounted: { update(props: object): void }[] }).mounted) widget.update({ strings })
      while (document.querySelector('#links .lk-title')!.textContent !== strings['login.title']) await new Promise(requestAnimationFrame)
      const heights: Record<string, number[]> = {}
      for (const width of widths) {
        document.body.style.width = `${width}px`
        for (const [part, selector] of selectors)
          (heights[part] ??= []).push(document.querySelector(selector)!.getBoundingClientRect().height)
      }
      return heights as Record<string, [number, number, number]>
    },
    { strings, selectors: Object.entries(selectors), widths: [...WIDTHS] },
  )

const head = '// Generated by build/heights.ts from the widget itself. Edit that instead.'

interface Gaps {
  frame: Heights
  gap: number
  betweenButtons: number
}

type Measured = Record<Look, { table: Record<string, Record<string, Heights>>; gaps: Gaps }>

const classicPlaces = ({ table, gaps }: Measured[Look]) => `${head} In px.
export const BUTTON = ${table.en!.other![0]}
export const BETWEEN_BUTTONS = ${gaps.betweenButtons}
export const FORM = ${table.en!.email![0]}
`

const quartzPlaces = ({ table, gaps }: Measured[Look]) => `${head} In px.
export const BETWEEN_BUTTONS = ${gaps.betweenButtons}
export const button = ${table.en!.other![0]}
export const form = ${table.en!.email![0]}
export const passkey = ${table.en!.passkey![0]}
`

/** Returns a property of an object literal, as a line of source. */
const line = (name: string, value: string) => `  ${/\W/.test(name) ? `'${name}'` : name}: ${value},\n`

const indented = (lines: string) => lines.replace(/^./gm, '  $&')

function tableOf({ table, gaps: { frame, gap } }: Measured[Look]): string {
  const usual = Object.entries(table.en!).map(([part, [height]]) => [part, height] as const)
  const other = table.en!.other![0]
  const isLikeOther = ([part, height]: (typeof usual)[number]) => part in oauthProviders && height === other
  const parts = usual.flatMap((row) => (isLikeOther(row) ? [] : line(row[0], String(row[1])))).join('')
  const rowsOfLocales = Object.entries(table).flatMap(([locale, heights]) => {
    const higher = usual.filter(([part, height]) => heights[part]!.some((other) => other !== height))
    const rows = higher.map(([part]) => `  ${line(part, `[${heights[part]!.join(', ')}]`)}`).join('')
    return rows ? line(locale, `{\n${rows}  }`) : []
  })
  return `{\n  frame: [${frame.join(', ')}],\n  gap: ${gap},\n  parts: {\n${indented(parts)}  },\n  locales: {\n${indented(rowsOfLocales.join(''))}  },\n}`
}

const tablesOf = ({ classic, quartz }: Measured) => `${head}
import type { HeightTable } from './widths.ts'

export const classic: HeightTable = ${tableOf(classic)}

export const quartz: HeightTable = ${tableOf(quartz)}
`

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const site = await serveSite({ '/': { html: '<!doctype html><title>Heights</title>' } })
  const browser = await chromium.launch(launching(findChromium()))
  const page = await browser.newPage()
  await page.goto(site.url)
  for (const [name, text] of Object.entries(await heightFiles(page))) writeFileSync(new URL(name, source), text)
  await browser.close()
  await site.close()
}
