/** Looks at the look `quartz` in Chromium: in each entry, beside a host's styles, and with axe. */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { terminal } from '../../src/entries/presets.ts'
import { findingsOfAxe } from '../harness/axe.ts'
import { finishAnimations } from '../harness/animations.ts'
import { closeBrowser } from '../harness/browser.ts'
import { everything } from '../harness/everything.ts'
import { arrangementOf, inPage } from '../states/inPage.ts'
import { firstOfEachScreen } from '../states/screenOf.ts'
import { screenStates, type ScreenState } from '../states/states.ts'
import { walk } from '../states/walk.ts'
import { overflow } from './overflow.ts'
import { arrive, each } from './visitors.ts'

test.after(closeBrowser)

const LINKS = screenStates['Main, email link']

/** How the card and the title look. */
const looks = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('[data-latchkey]')!
    const [card, title] = ['.lk-card', '.lk-title'].map((name) => getComputedStyle((root.shadowRoot ?? root).querySelector(name)!))
    return [card!.borderRadius, card!.backgroundColor, title!.textAlign, title!.color]
  })

for (const [what, props, expected] of [
  ['by itself', {}, ['16px', 'rgb(255, 255, 255)', 'start', 'rgb(22, 25, 29)']],
  ['in a shadow root', { config: { enableShadowDOM: true } }, ['16px', 'rgb(255, 255, 255)', 'start', 'rgb(22, 25, 29)']],
  ['with a preset', { styles: { ...terminal, look: 'quartz' } }, ['0px', 'rgb(11, 17, 13)', 'start', 'rgb(182, 245, 200)']],
  [
    'with a token',
    { styles: { look: 'quartz', container: { borderRadius: '2px' } } },
    ['2px', 'rgb(255, 255, 255)', 'start', 'rgb(22, 25, 29)'],
  ],
] as const)
  test(`the look, ${what}`, async () => {
    const visitor = await arrive(
      arrangementOf(
        { ...LINKS, ...('config' in props && { config: { ...LINKS.config, ...props.config } }) },
        { styles: { look: 'quartz' }, ...props },
      ),
    )
    await walk(LINKS.steps, inPage(visitor))
    assert.equal(await looks(visitor.page), expected)
    await visitor.leave()
  })

/** What the look arranges in another way, or what belongs to other screens. */
const others = /^(Account|IDPConsent|Crypto|Error$)|social|everything|sent again|resent|One Tap|that took|busy|text message sent/

test('axe finds nothing on the log-in screens, light and dark, and all of it fits at 320 px', async () => {
  const states = (Object.entries(screenStates) as [string, ScreenState][]).filter(
    ([name, { onlyIn }]) => !others.test(name) && onlyIn !== 'tests',
  )
  const firsts = firstOfEachScreen(states.map(([name]) => name))
  await each(
    states.filter(([name]) => everything || firsts.includes(name)),
    async ([name, state]) => {
      const visitor = await arrive(arrangementOf(state, { styles: { look: 'quartz', ...state.props?.styles } }))
      const { page } = visitor
      await walk(state.steps, inPage(visitor))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.addStyleTag({
          content: `body { background: ${colorScheme === 'dark' ? '#111' : '#fff'}; color: ${colorScheme === 'dark' ? '#eee' : '#111'} }`,
        })
        await finishAnimations(page)
        assert.equal(await findingsOfAxe(page), [], `${name}, ${colorScheme}`)
      }
      await page.setViewportSize({ width: 320, height: 640 })
      assert.equal(await overflow(page), [], `${name}, 320 px`)
      await visitor.leave()
    },
  )
})

test.run()
