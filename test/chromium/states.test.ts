/**
 * Leads a visitor to each state of each screen (src/tools/states/states.ts) once, and looks at it
 * there in many ways (WCAG 2.2 AA, docs/decisions/README.md#screens-meet-wcag-22-aa). `npm test`
 * looks at the first state of each screen, and `npm run test:all` at all of them, in more ways. A
 * state that differs from earlier ones only in its texts is only checked for whether it fits.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { ar } from '../../src/strings/ar.ts'
import { COLORS, findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser } from '../harness/browser.ts'
import { debuggerOf } from '../harness/debuggerOf.ts'
import { everything } from '../harness/everything.ts'
import { englishIn, readable } from '../harness/troubles.ts'
import { arrangementOf, inPage } from '../states/inPage.ts'
import { firstOfEachScreen } from '../states/screenOf.ts'
import { screenStates, type ScreenState } from '../../src/tools/states/states.ts'
import { walk } from '../../src/tools/states/walk.ts'
import { chunks } from './embedChunks.ts'
import { overflow } from './overflow.ts'
import { arrive, each, until, type Visitor } from './visitors.ts'

test.after(closeBrowser)

type Host = { mounted: { update: (props: object) => void }; props: { styles?: object } }

/**
 * Changes the color scheme of the widget and its page. Returns the widget's HTML without colors.
 */
const restyle = (page: Page, styles: { colorScheme: string }) =>
  page.evaluate((styles) => {
    const { mounted, props } = window as unknown as Host
    mounted.update({ styles: { ...props.styles, ...styles } })
    Object.assign(
      document.body.style,
      styles.colorScheme === 'dark' ? { background: '#111', color: '#eee' } : { background: '#fff', color: '#111' },
    )
    const host = document.querySelector('[data-latchkey]')!
    // A code expires meanwhile.
    return (host.shadowRoot ?? host).innerHTML.replace(/ style="[^"]*"/g, '').replace(/\d:\d\d/g, 'm:ss')
  }, styles)

/**
 * Checks that axe finds nothing on a screen, light or dark. If something appears while axe looks,
 * axe looks again, so that the dark screen differs only in its colors.
 */
const inBothSchemes = async (page: Page, name: string) => {
  await until(async () => {
    const light = await restyle(page, { colorScheme: 'light' })
    assert.equal(await findingsOfAxe(page), [], `axe, ${name}, light`)
    if ((await restyle(page, { colorScheme: 'dark' })) !== light) return false
    assert.equal(await findingsOfAxe(page, COLORS), [], `axe, ${name}, dark`)
    await restyle(page, { colorScheme: 'light' })
    return true
  }, `${name}: a dark screen that differs in its colors alone`)
}

/** Waits for the end of all animations, in a shadow root too. */
const stand = (page: Page) =>
  page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync(
      '.lk *, .lk *::after { animation-delay: 0s !important; animation-duration: 0s !important; transition: none !important }',
    )
    for (const root of [document, document.querySelector('[data-latchkey]')!.shadowRoot]) root?.adoptedStyleSheets.push(still)
  })

/**
 * Checks that everything fits, in these directions, on a page of this width, in an element of that
 * width.
 */
const fits = async (page: Page, name: string, directions: readonly string[], width: number, inner = '') => {
  const place = (dir: string, inner: string) =>
    page.evaluate(
      ([dir, inner]) => {
        document.documentElement.dir = dir
        document.querySelector<HTMLElement>('#login')!.style.width = inner
      },
      [dir, inner] as const,
    )
  await page.setViewportSize({ width, height: 640 })
  for (const dir of directions) {
    await place(dir, inner)
    assert.equal(await overflow(page), [], `${name}, ${dir}, ${inner || width}`)
  }
  await place('', '')
}

const BOTH = ['ltr', 'rtl']

const update = (page: Page, props: object) => page.evaluate((props) => (window as unknown as Host).mounted.update(props), props)

/**
 * A way to look at a state that a visitor has reached. It is a test: it throws if something is
 * wrong. It leaves the page as it was, except the size of the window.
 */
type Look = (page: Page, name: string) => Promise<void>

// Those that look at a narrow page come last.
const looks: Record<string, Look> = {
  'axe finds nothing on any screen, light or dark': inBothSchemes,

  async 'the border of a field has a contrast of 3:1 with the card, light and dark'(page, name) {
    for (const colorScheme of ['light', 'dark']) {
      await restyle(page, { colorScheme })
      const faint = await page.evaluate(() => {
        const context = new OffscreenCanvas(1, 1).getContext('2d')!
        /**
         * The relative luminance of a color on another (WCAG 2.2, section "relative luminance").
         */
        const luminanceOf = (...colors: string[]) => {
          for (const color of colors) {
            context.fillStyle = color
            context.fillRect(0, 0, 1, 1)
          }
          const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((channel) => {
            const part = channel / 255
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
          })
          return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
        }
        const card = getComputedStyle(document.querySelector('.lk-card')!).backgroundColor
        return [...document.querySelectorAll('.lk-input, .lk-digit')].flatMap((field) => {
          const { borderTopColor, borderTopWidth } = getComputedStyle(field)
          if (!field.checkVisibility() || parseFloat(borderTopWidth) === 0) return []
          const [light, dark] = [luminanceOf(card, borderTopColor), luminanceOf(card)].sort((one, other) => other - one)
          const contrast = (light! + 0.05) / (dark! + 0.05)
          return contrast >= 3 ? [] : [`${field.className}: ${contrast.toFixed(2)}`]
        })
      })
      assert.equal(faint, [], `${name}, ${colorScheme}`)
    }
  },

  async 'nothing covers what has the focus'(page, name) {
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.lk :is(a, button, select, summary, input, [tabindex])')].flatMap((element) => {
        // what is behind an open dialog has no focus
        if (document.querySelector('dialog:modal')?.contains(element) === false) return []
        if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled') || element.tabIndex < 0) return []
        element.focus()
        const { left, top, width, height } = element.getBoundingClientRect()
        const places = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + x * width, top + y * height] as const))
        const isSeen = places.some(([x, y]) => {
          const found = document.elementFromPoint(x, y)
          return found && (element.contains(found) || found.closest('label')?.contains(element))
        })
        return isSeen ? [] : [`${element.className} ${element.textContent}`]
      }),
    )
    assert.equal(covered, [], name)
  },

  async 'with forced colors, fields and buttons keep a border'(page, name) {
    await page.emulateMedia({ forcedColors: 'active' })
    const bare = await page.evaluate(() => {
      const canvas = getComputedStyle(document.querySelector('.lk-card')!).backgroundColor
      return [...document.querySelectorAll('.lk :is(.lk-input:not(input:read-only), .lk-digit, .lk-button)')].flatMap((element) => {
        const { borderBottomStyle, borderBottomWidth, borderBottomColor } = getComputedStyle(element)
        const isSeen = borderBottomStyle !== 'none' && parseFloat(borderBottomWidth) > 0 && borderBottomColor !== canvas
        return isSeen || !element.checkVisibility() ? [] : [`${element.className} ${element.textContent}`]
      })
    })
    await page.emulateMedia({ forcedColors: 'none' })
    assert.equal(bare, [], name)
  },

  async 'what a finger presses is 44 px high, or more'(page, name) {
    const cdp = await debuggerOf(page)
    await page.setViewportSize({ width: 375, height: 800 })
    await cdp.send('Emulation.setDeviceMetricsOverride', { width: 375, height: 800, deviceScaleFactor: 1, mobile: true })
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await until(() => page.evaluate(() => matchMedia('(pointer: coarse)').matches && innerWidth === 375), 'a phone')
    const low = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.lk :is(a, button, select, summary, input:not([readonly]))')].flatMap((element) => {
        // the text beside a check box is part of it
        const { height } = (element.matches('[type=checkbox]') ? element.closest('label')! : element).getBoundingClientRect()
        // links in running text are as high as their line (WCAG 2.5.8)
        if (!height || element.closest('.lk-legal, .lk-message, .lk-inline, .lk-reason, .lk-watermark')) return []
        // the name of a passkey has the focus as soon as it can be edited
        if (element.matches('.lk-row input')) return []
        // the target may be larger than what is drawn
        const { content, top, bottom } = getComputedStyle(element, '::before')
        const more = content === 'none' ? 0 : -(parseFloat(top) + parseFloat(bottom))
        return height + more >= 43.5 ? [] : [`${element.className} ${element.textContent}: ${height + more}`]
      }),
    )
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await cdp.send('Emulation.clearDeviceMetricsOverride')
    assert.equal(low, [], name)
  },

  async 'in older browsers everything has the same place and color, light and dark'(page, name) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await restyle(page, { colorScheme })
      assert.equal(await differsInOlder(page, {}, colorScheme), [], `${name}, ${colorScheme}`)
    }
    await restyle(page, { colorScheme: 'light' })
  },

  'without color-mix() everything has the same place': async (page, name) =>
    assert.equal(await differsInOlder(page, { mixes: true }), [], name),

  async 'without :has() and :dir() everything has the same place and direction, from right to left, too'(page, name) {
    for (const dir of ['ltr', 'rtl']) {
      await page.evaluate((dir) => (document.documentElement.dir = dir), dir)
      assert.equal(await differsInOlder(page, { mixes: true, relations: true }), [], `${name}, ${dir}`)
    }
    await page.evaluate(() => (document.documentElement.dir = ''))
  },

  // 1280 px at 400 %
  'everything fits on a page of 320 px, in both directions': (page, name) => fits(page, name, BOTH, 320),

  async 'with the widest spacing of text, nothing is cut off'(page, name) {
    await page.setViewportSize({ width: 375, height: 800 })
    await page.evaluate(() => {
      const spaced = new CSSStyleSheet()
      spaced.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
      )
      Object.assign(window, { spaced })
      document.adoptedStyleSheets.push(spaced)
    })
    const found = await overflow(page, { height: true })
    await page.evaluate(() => {
      const { spaced } = window as unknown as { spaced: CSSStyleSheet }
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== spaced)
    })
    assert.equal(found, [], name)
  },
}

/** Those that depend on texts, and on names, ids and labels. */
const ofTexts = [
  'axe finds nothing on any screen, light or dark',
  'everything fits on a page of 320 px, in both directions',
  'with the widest spacing of text, nothing is cut off',
]

/** The looks that `npm run test:all` adds. The last one changes the page for good. */
const furtherLooks: Record<string, Look> = {
  // Each state is looked at in both widths and in both directions, and each width in both
  // directions: not each state in each width in each direction.
  'everything fits in 200 px, and in 2000 px': async (page, name) => {
    const [one, other] = Object.keys(states).indexOf(name) % 2 ? ['ltr', 'rtl'] : ['rtl', 'ltr']
    await fits(page, name, [one!], 320, '200px')
    await fits(page, name, [other!], 2400, '2000px')
  },

  async "a visitor's own size of text counts, whatever the page says, and nothing is cut off at twice the usual size"(page, name) {
    const cdp = await debuggerOf(page)
    await page.setViewportSize({ width: 1280, height: 720 })
    await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 32 } })
    await page.evaluate(() => {
      const ofHost = new CSSStyleSheet()
      ofHost.replaceSync('html { font-size: 5px } body { margin: 0 }')
      Object.assign(window, { ofHost })
      document.adoptedStyleSheets.push(ofHost)
    })
    const size = await page.evaluate(() => getComputedStyle(document.querySelector('.lk')!).fontSize)
    const found = await overflow(page, { height: true })
    await cdp.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
    await page.evaluate(() => {
      const { ofHost } = window as unknown as { ofHost: CSSStyleSheet }
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== ofHost)
    })
    assert.equal([size, ...found], ['32px'], name)
  },

  async 'in a second language nothing is left in English, the widget is from right to left, and it fits on a page of 320 px'(page, name) {
    await update(page, { strings: ar })
    await page.locator('.lk[lang=ar][dir=rtl]').waitFor()
    // what was said before stays as it was said: errors, toasts, hints, waits. Google names its
    // frame, the browser names countries, and codes are at random, such as one that has an `or`.
    const shown = await page
      .locator('[data-latchkey]')
      .evaluate(readable, '[role=alert], .lk-toast, .lk-hint, [data-wait], iframe, option, code')
    // what an app asks for, and its outcome, stay in the words in which they came
    if (!name.startsWith('IDPConsent')) assert.equal(englishIn(shown, ar), [], name)
    await fits(page, name, ['rtl'], 320)
    await update(page, { strings: undefined })
    await page.locator('.lk:not([dir=rtl])').waitFor()
  },

  async 'in a shadow root everything looks the same, and axe finds nothing'(page, name) {
    const changed = await page.evaluate(() => {
      const host = document.querySelector('[data-latchkey]')!
      const looksOf = (root: ParentNode) =>
        [...root.querySelectorAll('.lk, .lk *')].map((element) => {
          const { left, top, width, height } = element.getBoundingClientRect()
          const { color, backgroundColor, fontSize } = getComputedStyle(element)
          const place = element.checkVisibility() ? [left, top, width, height].map(Math.round) : []
          return `<${element.localName} class="${element.getAttribute('class')}"> ${place} ${color} ${backgroundColor} ${fontSize}`
        })
      // what moves to another place no longer knows how far it has scrolled
      for (const element of host.querySelectorAll('*')) element.scrollTop = 0
      const before = looksOf(host)
      const shadow = host.attachShadow({ mode: 'open' })
      shadow.adoptedStyleSheets = document.adoptedStyleSheets
      // what reaches the widget from now on is what reaches into a shadow root
      document.adoptedStyleSheets = []
      shadow.append(...host.childNodes)
      for (const dialog of shadow.querySelectorAll('dialog')) {
        // one that moves to another place is no longer modal
        dialog.open = false
        dialog.showModal()
      }
      const after = looksOf(shadow)
      return after.filter((look, index) => look !== before[index])
    })
    assert.equal(changed, [], name)
    assert.equal(await findingsOfAxe(page, IN_SHADOW), [], name)
  },
}

/** Attributes whose values are texts, numbers or names, which no style depends on. */
const free =
  /^(id|for|href|src|style|value|name|title|placeholder|d|points|viewbox|rel|target|autoc\w+|inputmode|enterkeyhint|m\w+length|spellcheck|passwordrules|data-\w+|aria-(label|\w+by|controls|value\w+|activedescendant))$/
/** The kinds of elements that have been looked at. */
const kinds = new Set<string>()

/**
 * Notes the kinds of elements that a state shows: all that a style or a rule of axe can tell them
 * by. Returns whether one is new.
 */
const hasNewKinds = async (page: Page) => {
  const shown = await page.evaluate((free) => {
    const own = ({ localName, attributes }: Element) =>
      `${localName}${[...attributes].map(({ name, value }) => (new RegExp(free, 'i').test(name) ? name : `${name}=${value}`)).sort()}`
    return [...document.querySelectorAll('.lk, .lk *')].map((element) => `${own(element)} in ${own(element.parentElement!)}`)
  }, free.source)
  const before = kinds.size
  for (const kind of shown) kinds.add(kind)
  return kinds.size > before
}

/** Where the sheet for browsers without `light-dark()` is. */
const older = `/embed/${chunks.older!.file}`

/**
 * Compares copies of a screen, one in the style of current browsers, one in that of older ones.
 * Without `mixes` and `relations` (`:has()`, `:dir()`), only places are compared.
 */
const differsInOlder = (page: Page, lacks: { mixes?: true; relations?: true }, colorScheme?: 'light' | 'dark') =>
  page.evaluate(
    async ([url, lacks, colorScheme]) => {
      const { dress } = (await import(url)) as typeof import('../../src/widget/older/index.ts')
      const { styles = {} } = (window as unknown as Host).props
      const host = document.querySelector('[data-latchkey]')!
      const still = new CSSStyleSheet()
      still.replaceSync('.lk *, .lk ::before, .lk ::after { animation: none !important; transition: none !important }')
      const placesOnly = 'mixes' in lacks || 'relations' in lacks
      const without = (sheet: CSSStyleSheet) => {
        const text = [...sheet.cssRules].map(({ cssText }) => cssText).join('\n')
        const changed = new CSSStyleSheet()
        changed.replaceSync(
          text
            .replaceAll(lacks.mixes ? 'color-mix(' : '\0', 'unknown(')
            .replaceAll(lacks.relations ? ':has(' : '\0', ':unknown(')
            .replaceAll(lacks.relations ? ':dir(' : '\0', ':unknown('),
        )
        return changed
      }
      const looksIn = (style: (shadow: ShadowRoot, root: HTMLElement) => void) => {
        const box = document.createElement('div')
        box.dir = getComputedStyle(host).direction
        host.after(box)
        const shadow = box.attachShadow({ mode: 'open' })
        shadow.append(...[...(host.shadowRoot ?? host).children].map((child) => child.cloneNode(true)))
        const root = shadow.querySelector<HTMLElement>('.lk')!
        style(shadow, root)
        shadow.adoptedStyleSheets.push(still)
        const corner = root.getBoundingClientRect()
        const looks = [root, ...root.querySelectorAll('*')].map((element) => {
          const { left, top, width, height } = element.getBoundingClientRect()
          const { color, backgroundColor, borderTop, borderRadius, boxShadow, fill, stroke, font, order, scale, textAlign } =
            getComputedStyle(element)
          const place = element.checkVisibility() ? [left - corner.left, top - corner.top, width, height].map(Math.round).join(' ') : ''
          return `<${element.localName} class="${element.getAttribute('class')}"> ${place} ${(placesOnly ? [scale, textAlign] : [color, backgroundColor, borderTop, borderRadius, boxShadow, fill, stroke, font, order, scale, textAlign]).join(' ')}`
        })
        box.remove()
        return looks
      }
      const current = looksIn((shadow) => void (shadow.adoptedStyleSheets = document.adoptedStyleSheets))
      const old = looksIn((shadow, root) => {
        dress(root, { styles: { ...styles, colorScheme }, core: { options: {} } })
        if (placesOnly) shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.map(without)
      })
      // an empty element is not seen
      return old.flatMap((look, at) =>
        look === current[at] || / 0 0 /.test(look) ? [] : [`${look}\n  in current browsers ${current[at]}`],
      )
    },
    [older, lacks, colorScheme] as const,
  )

/**
 * The rules of axe that can fail in a shadow root alone: for names that other elements give. The
 * look itself compares the colors.
 */
const IN_SHADOW = {
  runOnly: ['label', 'button-name', 'link-name', 'select-name', 'aria-valid-attr-value', 'aria-input-field-name'],
}

const all: Record<string, Look> = everything ? { ...looks, ...furtherLooks } : looks
const states = screenStates as Record<string, ScreenState>
const names = everything ? Object.keys(states) : firstOfEachScreen(Object.keys(states))

const reached: string[] = []
const failures = new Map(Object.keys(all).map((look) => [look, [] as string[]]))

const lookAt = async (name: string, visitor: Visitor, state: ScreenState) => {
  await walk(state.steps, inPage(visitor))
  // nothing is under the pointer
  await visitor.page.mouse.move(0, 0)
  await stand(visitor.page)
  const isNew = await hasNewKinds(visitor.page)
  for (const [look, run] of Object.entries(all).filter(([look]) => isNew || ofTexts.includes(look)))
    await run(visitor.page, name).catch((error) => failures.get(look)!.push(`${error.message}\n${error.details ?? ''}`))
  await visitor.leave()
  reached.push(name)
}

// first, because the other tests report what it has found
test('each state is reached, and no page complains', () =>
  each(names, async (name) => {
    const state = states[name]!
    const visitor = await arrive(arrangementOf(state))
    try {
      await lookAt(name, visitor, state)
    } catch (error) {
      await visitor.leave().catch(() => {})
      throw error
    }
  }))

for (const [look, found] of failures)
  test(look, () => {
    assert.is(reached.length, names.length)
    assert.equal(found, [])
  })

test.run()
