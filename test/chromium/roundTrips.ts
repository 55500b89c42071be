/**
 * Counts the round trips of a page: the network answers nothing until the page is quiet, and then
 * everything at once.
 */
import type { Page, Request, Route } from 'playwright-core'
import { drawn, until } from './visitors.ts'

/** More than any journey should need. If it takes this many, it is stuck. */
const TOO_MANY = 10

/**
 * For `first`: Playwright sees every request of the page. When it begins or ends to intercept the
 * requests of an open page, Chromium can let one pass that Playwright never hears of
 * (https://github.com/microsoft/playwright/issues/41802).
 */
export const intercepted = (page: Page) => page.route('**/*', (route) => route.fallback())

/** Holds what a page requests. */
const holdAll = async (page: Page) => {
  let held: Route[] = []
  const underWay = new Set<Request>()
  const ends = (request: Request) => void underWay.delete(request)
  const hold = (route: Route) => void held.push(route)
  await page.route('**/*', hold)
  page.on('requestfinished', ends).on('requestfailed', ends)
  return {
    /**
     * Resolves when the released files have arrived and the page has nothing left to do with them:
     * it has painted twice and requests nothing new.
     */
    async quiet() {
      for (let asked = -1; asked < held.length; ) {
        asked = held.length
        await until(() => underWay.size === 0, 'all that was released has come')
        await drawn(page)
        await drawn(page)
      }
    },
    /** One round trip: answers all held requests. Resolves with their paths. */
    async release() {
      const released = held
      held = []
      // one that the page has given up meanwhile has ended already, and ends only once
      for (const route of released) if (!route.request().failure()) underWay.add(route.request())
      await Promise.all(released.map((route) => route.continue()))
      return released.map(pathOf)
    },
    asked: () => held.map(pathOf),
    asksForPage: () => held.some((route) => route.request().isNavigationRequest() && route.request().frame() === page.mainFrame()),
    /** Answers what is held, and everything from now on. */
    async end() {
      await page.unroute('**/*', hold)
      await Promise.allSettled(held.map((route) => route.continue()))
      page.off('requestfinished', ends).off('requestfailed', ends)
    },
  }
}

const pathOf = (route: Route) => new URL(route.request().url()).pathname

/** The files of the widget among these paths, in order. */
export const filesIn = (paths: readonly string[]): string[] => paths.flatMap((path) => /^\/embed\/(.+\.js)$/.exec(path)?.[1] ?? []).sort()

/**
 * Runs `begin`, which makes the page request something, and then one round trip after the other
 * until `isOver`, which gets the paths that the page has requested and not received. Resolves with
 * the paths of each round trip. Afterward the network answers again. A page that is open already
 * has to be {@link intercepted} from its start.
 */
export const tripsUntil = async (
  page: Page,
  begin: () => Promise<unknown>,
  isOver: (asked: string[]) => boolean | Promise<boolean>,
): Promise<string[][]> => {
  const network = await holdAll(page)
  const begun = begin()
  await until(() => network.asked().length > 0, 'something is asked for')
  const trips: string[][] = []
  try {
    for (;;) {
      // a page that has not come yet paints nothing
      const isComing = network.asksForPage()
      if (!isComing) await begun
      const over = async () => !network.asksForPage() && (await isOver(network.asked()))
      if (!isComing) {
        await network.quiet()
        // On a busy machine, a page can paint twice before it runs a file that has come.
        await until(
          async () => network.asked().length > 0 || (await over()),
          `the end or a request after these round trips: ${JSON.stringify(trips)}`,
        )
        await network.quiet()
      }
      if (await over()) return trips
      if (trips.length === TOO_MANY) throw new Error(`No end after ${trips.length} round trips: ${JSON.stringify(trips)}`)
      trips.push(await network.release())
    }
  } finally {
    await network.end()
  }
}

/**
 * The same, for what opening this URL makes the page request. The page leaves the document before
 * it first: that can still request something, which would be counted, and when another document
 * replaces it, Chromium may never say how its requests ended.
 */
export const tripsOfVisit = async (
  page: Page,
  url: string,
  isOver: (asked: string[]) => boolean | Promise<boolean>,
): Promise<string[][]> => {
  await page.goto('about:blank')
  return tripsUntil(page, () => page.goto(url, { waitUntil: 'commit' }), isOver)
}
