/**
 * For the tests of an application: opens its pages in Chromium, with a server that stands in for
 * the provider, and reads what visitors are sent.
 */
import { chromium } from 'playwright-core'

const { STAND_IN, MAILBOX, CHROMIUM } = process.env

/** How long a test waits for something that must happen, in ms (test/harness/patience.ts). */
const PATIENCE = Number(process.env.PATIENCE)

/** Time between two looks into the mailbox, in ms. */
const POLL = 25

let browser

/** A page in a new profile, and the errors that its scripts have not caught. */
export const openPage = async () => {
  browser ??= await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
  const context = await browser.newContext()
  context.setDefaultTimeout(PATIENCE)
  const crashes = []
  context.on('weberror', (error) => crashes.push(String(error.error())))
  await context.route(/^https:\/\/[\w.]*stytch\.com\//, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: STAND_IN + pathname + search, maxRedirects: 0 }) })
  })
  return { page: await context.newPage(), context, crashes }
}

export const closeBrowser = async () => {
  // a call can still be under way, such as one of the provider's log
  for (const context of browser?.contexts() ?? []) await context.unrouteAll({ behavior: 'ignoreErrors' })
  await browser?.close()
}

/** The newest message to an address or number, once there are `count`. */
export const messageTo = async (destination, count = 1) => {
  const end = Date.now() + PATIENCE
  for (;;) {
    const messages = (await (await fetch(MAILBOX)).json()).filter(({ to }) => to === destination)
    if (messages.length >= count) return messages.at(-1)
    if (Date.now() > end) throw new Error(`No message to ${destination}`)
    await new Promise((resolve) => setTimeout(resolve, POLL))
  }
}
