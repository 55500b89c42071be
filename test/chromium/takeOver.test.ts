/**
 * Tests that nothing a visitor does is lost when the widget takes over a prerendered form, in 60
 * seeded orders of what they do (20 in `npm test`). A failure names its seed; run one with
 * `SEED=17 node --import tsx test/runner/run.ts test/chromium/takeOver.test.ts`.
 */
import '../built/embed.ts'
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { CDPSession, Locator, Page } from 'playwright-core'
import { closeBrowser } from '../harness/browser.ts'
import { everything } from '../harness/everything.ts'
import { prerenderedPage, taken, type Settings } from './prerenderedPages.ts'
import { seeded } from '../harness/seeded.ts'
import { codes, LINKS, SEND_LINK, until, visible, visiting, widget, type Arrive, type Visitor } from './visitors.ts'

test.after(closeBrowser)

interface Typist {
  page: Page
  field: Locator
  debug: CDPSession
  /** What the field has to contain, and where the caret is in it. */
  text: string
  caret: number
}

const insert = (typist: Typist, piece: string) => {
  const { text, caret } = typist
  typist.text = text.slice(0, caret) + piece + text.slice(caret)
  typist.caret += piece.length
}

/** Ways for a text to come into a field. */
const entries: Record<string, (typist: Typist, piece: string) => Promise<unknown>> = {
  async typing(typist, piece) {
    for (const sign of piece) {
      insert(typist, sign)
      await typist.page.keyboard.press(sign)
    }
  },
  paste(typist, piece) {
    insert(typist, piece)
    return typist.field.evaluate((_, piece) => document.execCommand('insertText', false, piece), piece)
  },
  // as password managers do that replace the whole text and report it with `input` alone
  autofill(typist, piece) {
    insert(typist, piece)
    typist.caret = typist.text.length
    return typist.field.evaluate((field, text) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }, typist.text)
  },
  async composition(typist, piece) {
    for (let end = 1; end <= piece.length; end++)
      await typist.debug.send('Input.imeSetComposition', { text: piece.slice(0, end), selectionStart: end, selectionEnd: end })
    await typist.debug.send('Input.insertText', { text: piece })
    insert(typist, piece)
  },
}

/** What visitors do besides, which leaves the text as it is. */
const moves: Record<string, (typist: Typist) => Promise<unknown>> = {
  // nothing has changed in between, so the text is there and the caret at one end of it
  async 'tab and back'(typist) {
    await typist.page.keyboard.press('Tab')
    await typist.page.keyboard.press('Shift+Tab')
    await typist.page.keyboard.press('End')
    typist.caret = typist.text.length
  },
  'arrow left'(typist) {
    typist.caret = Math.max(0, typist.caret - 1)
    return typist.page.keyboard.press('ArrowLeft')
  },
  'to the start'(typist) {
    typist.caret = 0
    return typist.page.keyboard.press('Home')
  },
}

interface Journey {
  settings: Settings
  route: string
  field: (page: Page) => Locator
  submit: (page: Page) => Locator
  /** The pieces in which the text comes; it is complete with the last one alone. */
  pieces: string[]
  next: (page: Page) => Locator
  sentTo: (body: { email: string }) => string
}

const EMAIL = ['a', 'da', '.lo', 'velace@exam', 'ple', '.com']
const byLink: Omit<Journey, 'settings'> = {
  route: SEND_LINK,
  field: (page) => widget(page).email,
  submit: (page) => widget(page).continueWithEmail,
  pieces: EMAIL,
  next: (page) => widget(page).checkYourEmail,
  sentTo: ({ email }) => email,
}

const journeys: Record<string, Journey> = {
  link: { ...byLink, settings: { config: LINKS } as Settings },
  'link in a shadow root': { ...byLink, settings: { config: { ...LINKS, enableShadowDOM: true } } as Settings },
  'Google and link': {
    ...byLink,
    settings: { config: { products: ['oauth', 'emailMagicLinks'], oauthOptions: { providers: [{ type: 'google' }] } } },
  },
  'code by email': {
    ...byLink,
    settings: { config: codes('email') as Settings['config'] },
    route: 'POST /otps/email/login_or_create',
    next: (page) => widget(page).codeAwaited,
  },
}

const script = readFileSync(new URL('../../dist/embed/widget.js', import.meta.url), 'utf8')

/** A visitor whose page gets the widget when the function that `hold` returns is called. */
type Held = Visitor & { hold: () => () => void }

/**
 * The server holds the widget back: if playwright did, each request of each page would pass through
 * it.
 */
const comeTo = async (arrive: Arrive, settings: Settings): Promise<Held> => {
  let held: Promise<void> | undefined
  const visitor = await arrive({
    ...prerenderedPage(settings),
    pages: () => ({ '/embed/widget.js': { html: script, headers: { 'content-type': 'text/javascript' }, held: async () => held } }),
  })
  const hold = () => {
    let release = () => {}
    held = new Promise((done) => {
      release = done
    })
    return () => release()
  }
  return { ...visitor, hold }
}

type Step =
  | { do: 'enter'; way: string; piece: string }
  | { do: 'move'; name: string }
  | { do: 'press'; by: 'Enter' | 'click' }
  /** The widget gets its code. The visitor goes on at once, or when it has taken the form over. */
  | { do: 'release'; waits: boolean }

/**
 * What a visitor does, and when the widget takes over. The text is complete with the last piece
 * alone, and a press comes before the take-over or at the end.
 */
function planned(pieces: readonly string[], random: () => number): Step[] {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
  const press = (): Step => ({ do: 'press', by: pick(['Enter', 'click']) })
  const waits = random() < 0.5
  const moment = Math.floor(random() * (pieces.length + 2))
  const steps: Step[] = []
  pieces.forEach((piece, index) => {
    if (index === moment) steps.push({ do: 'release', waits })
    if (random() < 0.3) steps.push({ do: 'move', name: pick(Object.keys(moves)) })
    if (index > 0 && index < moment && random() < 0.2) steps.push(press())
    // the last piece comes at once, because a part of it makes an address too
    steps.push({ do: 'enter', piece, way: pick(index < pieces.length - 1 ? Object.keys(entries) : ['paste', 'autofill']) })
  })
  if (moment === pieces.length) steps.push({ do: 'release', waits })
  steps.push(press())
  if (moment > pieces.length) steps.push(...(random() < 0.3 ? [press()] : []), { do: 'release', waits })
  return steps
}

/**
 * The text of the form's field, and whether the field has the focus. The page looks by itself: with
 * a locator, all seeds took a quarter more.
 */
const focusedField = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector('[data-latchkey]')!
    const field = (element.shadowRoot ?? element).querySelector<HTMLInputElement>('input[type=email]')!
    return { text: field.value, focused: (field.getRootNode() as Document).activeElement === field }
  })

async function play({ hold, ...visitor }: Held, debug: CDPSession, journey: Journey, steps: Step[]) {
  const { page } = visitor
  const before = visitor.sent(journey.route).length
  const release = hold()
  await page.goto(visitor.site, { waitUntil: 'commit' })
  const field = journey.field(page)
  await field.focus()
  const typist: Typist = { page, field, debug, text: '', caret: 0 }
  const complete = journey.pieces.join('')
  let isHeld = false
  // from then on, the widget sends the form, or shows an error and moves the focus to the field
  let isPressedByWidget = false
  for (const [index, step] of steps.entries()) {
    try {
      if (step.do === 'press') {
        if (isPressedByWidget) {
          await taken(page)
          await visitor.idle()
          if (await journey.next(page).isVisible()) continue
        }
        if (step.by === 'Enter') await page.keyboard.press('Enter')
        else await journey.submit(page).click()
        if (index < steps.length - 1) await field.focus()
        isHeld = true
        continue
      }
      if (step.do === 'enter') await entries[step.way]!(typist, step.piece)
      else if (step.do === 'move') {
        if (isPressedByWidget) continue
        await moves[step.name]!(typist)
      } else {
        isPressedByWidget = isHeld
        release()
        if (step.waits) await taken(page)
      }
      if (isPressedByWidget && typist.text === complete) continue
      assert.equal(await focusedField(page), { text: typist.text, focused: true })
      if (step.do === 'move') {
        await page.keyboard.press('End')
        typist.caret = typist.text.length
      }
    } catch (error) {
      throw Object.assign(error as Error, { message: `${(error as Error).message} at step ${index}: ${JSON.stringify(steps)}` })
    }
  }
  await visible(journey.next(page)).catch(({ message }) => {
    throw new Error(`${message}: ${JSON.stringify(steps)}`)
  })
  await visitor.idle()
  assert.equal(visitor.sent(journey.route).slice(before).map(journey.sentTo), [complete], JSON.stringify(steps))
  assert.is(page.url(), `${visitor.site}/`)
}

const ORDERS = everything ? 60 : 20
const SEEDS = process.env.SEED ? [Number(process.env.SEED)] : Array.from({ length: ORDERS }, (_, seed) => seed)
const names = Object.keys(journeys)

for (const [index, [name, journey]] of Object.entries(journeys).entries()) {
  const seeds = SEEDS.filter((seed) => seed % names.length === index)
  if (seeds.length === 0) continue
  visiting(`${name}: no character, focus or press is lost, and one submission is sent, whenever the widget takes over`, async (arrive) => {
    const visitor = await comeTo(arrive, journey.settings)
    const debug = await visitor.page.context().newCDPSession(visitor.page)
    for (const seed of seeds) {
      await play(visitor, debug, journey, planned(journey.pieces, seeded(seed))).catch((error) => {
        throw Object.assign(error, { message: `seed ${seed}: ${error.message}` })
      })
    }
  })
}

visiting('a phone number keeps all its digits, and is written in groups from the take-over on', async (arrive) => {
  const visitor = await comeTo(arrive, { config: codes('sms') } as Settings)
  const { page, hold } = visitor
  const number = '2133734253'
  const digits = async () => (await widget(page).phone.inputValue()).replace(/\D/g, '')
  for (const [visits, typed] of [0, 1, 4, 7, 10].entries()) {
    const release = hold()
    await page.goto(visitor.site, { waitUntil: 'commit' })
    await widget(page).phone.focus()
    await page.keyboard.type(number.slice(0, typed))
    release()
    // in every other visit, the rest is typed while the widget takes over
    if (visits % 2) await taken(page)
    await page.keyboard.type(number.slice(typed))
    await taken(page)
    await until(async () => (await digits()) === number, `all digits after ${typed}`)
    await until(async () => (await widget(page).phone.inputValue()) === '(213) 373-4253', 'in groups')
    await page.keyboard.press('Enter')
    await visible(widget(page).codeAwaited)
    assert.equal(
      visitor.sent('POST /otps/sms/login_or_create').map(({ phone_number }) => phone_number),
      Array.from({ length: visits + 1 }, () => `+1${number}`),
    )
  }
})

test.run()
