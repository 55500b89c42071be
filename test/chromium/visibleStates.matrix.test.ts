/**
 * Tests in pixels that a visitor can see what is selected, focused, editable and busy: light, dark
 * and with forced colors. axe does not look at states.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Locator, Page } from 'playwright-core'
import { finishAnimations } from '../harness/animations.ts'
import { closeBrowser } from '../harness/browser.ts'
import { addAuthenticator } from '../harness/authenticator.ts'
import { inPage } from '../states/inPage.ts'
import { signedIn } from '../../src/tools/states/states.ts'
import { walk } from '../../src/tools/states/walk.ts'
import { inCode, LINKS, SEND_LINK, until, visible, visiting, widget, type Arrangement, type Visitor } from './visitors.ts'

test.after(closeBrowser)

/** Room around an element, in px, for its ring or halo. */
const AROUND = 6

/**
 * Counts the pixels that clearly differ between two pictures: by more than a fifth of the range of
 * a color channel.
 */
const differing = (page: Page, pictures: [Buffer, Buffer]) =>
  page.evaluate(
    async (pictures) => {
      const [one, other] = await Promise.all(
        pictures.map(async (base64) => {
          const image = await createImageBitmap(
            new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: 'image/png' }),
          )
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
          context.drawImage(image, 0, 0)
          return context.getImageData(0, 0, image.width, image.height)
        }),
      )
      let count = 0
      for (let at = 0; at < one!.data.length; at += 4)
        if ([0, 1, 2].some((channel) => Math.abs(one!.data[at + channel]! - other!.data[at + channel]!) > 51)) count++
      return count
    },
    pictures.map((picture) => picture.toString('base64')),
  )

/** A picture of an element, or of its upper edge alone, when nothing moves any more. */
const picture = async (page: Page, element: Locator, edge?: boolean) => {
  await finishAnimations(page)
  const { x, y, width, height } = (await element.boundingBox())!
  if (edge) return page.screenshot({ clip: { x, y: Math.round(y) - 2, width, height: 4 }, caret: 'hide' })
  return page.screenshot({
    clip: { x: x - AROUND, y: y - AROUND, width: width + 2 * AROUND, height: height + 2 * AROUND },
    caret: 'hide',
  })
}

interface State {
  name: string
  arrangement: Arrangement
  arrive?: (visitor: Visitor) => Promise<unknown>
  element: (page: Page) => Locator
  /** The state has to show on the upper edge, because what is inside moves, too. */
  edge?: boolean
  /** Brings the element into the state. */
  enter: (visitor: Visitor) => Promise<unknown>
}

const CODES = { products: ['otp', 'emailMagicLinks'], otpOptions: { methods: ['sms', 'whatsapp'] } }
const styles = { colorScheme: 'auto' }
const shown = (config: object, more: Arrangement = {}): Arrangement => ({ html: inCode({}, { config, styles }), ...more })

const awaitCode = async ({ page }: Visitor) => {
  await widget(page).phone.pressSequentially('2133734253')
  await widget(page).continueWithText.click()
  await visible(widget(page).codeAwaited)
}

const states: State[] = [
  {
    name: 'a tab that is selected',
    arrangement: shown(CODES),
    element: (page) => page.getByRole('tab', { name: 'WhatsApp' }),
    enter: async ({ page }) => {
      await page.getByRole('tab', { name: 'WhatsApp' }).click()
      await page.mouse.move(0, 0)
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    },
  },
  {
    name: 'an email field with the focus',
    arrangement: shown(LINKS),
    element: (page) => widget(page).email,
    enter: ({ page }) => widget(page).email.focus(),
  },
  {
    name: 'a phone field with the focus',
    arrangement: shown(CODES),
    element: (page) => page.locator('.lk-phone'),
    enter: ({ page }) => widget(page).phone.focus(),
  },
  {
    name: 'a country with the focus',
    arrangement: shown(CODES),
    element: (page) => page.locator('.lk-phone'),
    enter: ({ page }) => page.locator('.lk-country select').focus(),
  },
  {
    name: 'a button with the focus of the keyboard',
    arrangement: shown(LINKS),
    element: (page) => widget(page).continueWithEmail,
    enter: async ({ page }) => {
      await widget(page).email.focus()
      await page.keyboard.press('Tab')
    },
  },
  {
    name: 'a field with a mistake',
    arrangement: shown(LINKS),
    element: (page) => widget(page).email,
    arrive: ({ page }) => widget(page).email.fill('ada'),
    enter: async ({ page }) => {
      await widget(page).email.press('Enter')
      await visible(page.locator('[aria-invalid=true]'))
    },
  },
  {
    name: 'a button that is busy',
    arrangement: shown(LINKS, { faults: [{ route: SEND_LINK, hold: 'for good' }] }),
    element: (page) => widget(page).continueWithEmail,
    arrive: ({ page }) => widget(page).email.fill('ada@example.com'),
    enter: async ({ page }) => {
      await widget(page).email.press('Enter')
      await visible(page.locator('[aria-busy=true]'))
    },
  },
  {
    name: 'the next digit of a code',
    arrangement: shown(CODES),
    arrive: awaitCode,
    element: (page) => page.getByTestId('otp-1'),
    enter: ({ page }) => page.keyboard.type('1'),
  },
  {
    name: 'a row with the focus of the keyboard',
    arrangement: shown(LINKS),
    arrive: async ({ page }) => {
      await widget(page).email.fill('ada@example.com')
      await widget(page).email.press('Enter')
      await visible(widget(page).checkYourEmail)
    },
    element: (page) => page.getByRole('link', { name: 'Open in Gmail' }),
    enter: ({ page }) => page.keyboard.press('Tab'),
  },
  {
    name: 'a name that can be edited',
    arrangement: { html: inCode({}, { mount: 'mountPasskeyRegistration', styles }), first: addAuthenticator },
    arrive: async (visitor) => {
      await walk(signedIn, inPage(visitor))
      await visitor.page.getByRole('button', { name: 'Create a Passkey' }).click()
    },
    element: (page) => page.getByTestId(/^editable-row-input/),
    edge: true,
    enter: async ({ page }) => {
      await page.getByRole('button', { name: /^Rename/ }).click()
      // the frame has to show it, not the text, which is selected at first
      await until(() => page.evaluate(() => document.activeElement?.matches('input:not(:read-only)')), 'the name has the focus')
      await page.keyboard.press('End')
      await page.mouse.move(0, 0)
    },
  },
]

/** The fewest pixels that must change: a ring of 1 px around the smallest element has more. */
const FEWEST = 60

const media = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colors': { colorScheme: 'light', forcedColors: 'active' },
  'forced colors, dark': { colorScheme: 'dark', forcedColors: 'active' },
} as const
const modes = Object.keys(media) as (keyof typeof media)[]

for (const { name, arrangement, arrive: lead, element, edge, enter } of states)
  visiting(`${name} can be seen: light, dark and with forced colors`, async (arrive) => {
    const visitor = await arrive({ ...arrangement, profile: { viewport: { width: 480, height: 640 } } })
    const { page } = visitor
    const inEachMode = async () => {
      const pictures: Buffer[] = []
      for (const mode of modes) {
        await page.emulateMedia(media[mode])
        pictures.push(await picture(page, element(page), edge))
      }
      return pictures
    }
    await visible(page.getByRole('heading').first())
    await lead?.(visitor)
    await visible(element(page))
    const before = await inEachMode()
    await enter(visitor)
    const after = await inEachMode()
    for (const [at, mode] of modes.entries()) {
      const count = await differing(page, [before[at]!, after[at]!])
      assert.ok(count >= FEWEST, `${mode}: ${count} pixels differ`)
    }
  })

test.run()
