import type { Arrangement, Arrive, Visitor } from './visitors.ts'

/** The tag of a page with a backend. */
export const attributes = { 'data-public-token': undefined, 'data-base-url': undefined, 'data-backend': '/auth' }

/** A visitor of such a page. */
export interface OwnVisitor extends Visitor {
  /** Every request so far: its method, its URL without the site, and its headers. */
  all: { url: string; headers: Record<string, string> }[]
}

/** A visitor of a page whose server answers the calls below `/auth`: the emulator does it there. */
export const comeTo = async (arrive: Arrive, arrangement: Arrangement, path = '/', keepsNoCookies = false): Promise<OwnVisitor> => {
  const visitor = await arrive({ ...arrangement, project: { backend: true, ...arrangement.project }, path: null })
  const { page, site, provider } = visitor
  const all: OwnVisitor['all'] = []
  page.context().on('request', (request) => all.push({ url: request.url(), headers: request.headers() }))
  await page.context().route(`${site}/auth/**`, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace(`${site}/auth`, provider) })
    if (keepsNoCookies) await page.context().clearCookies()
    await route.fulfill({ response, ...(keepsNoCookies && { headers: { ...response.headers(), 'set-cookie': '' } }) })
  })
  await page.goto(site + path)
  return { ...visitor, all }
}
