/** How a request of a page in Playwright gets the answer of an emulator. */
import type { Request as PlaywrightRequest, Route } from '@playwright/test'

/** An answer, as `route.fulfill` takes it. */
interface RouteAnswer {
  status: number
  /** By their names in lower case. Several cookies are separated by a line break. */
  headers: Record<string, string>
  body: string | Buffer
}

/**
 * Returns a page's request with these headers, as an emulator takes it. `url` replaces its URL.
 */
export const asRequest = (request: PlaywrightRequest, headers: Record<string, string>, url: string = request.url()): Request => {
  const body = request.postDataBuffer()
  return new Request(url, { method: request.method(), headers, ...(body && { body: new Uint8Array(body) }) })
}

/** Returns the answer of an emulator, as Playwright takes it. */
export const asAnswer = async (response: Response): Promise<RouteAnswer> => {
  const cookies = response.headers.getSetCookie()
  return {
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), ...(cookies.length > 0 && { 'set-cookie': cookies.join('\n') }) },
    body: Buffer.from(await response.arrayBuffer()),
  }
}

/** These headers belong to one connection, so they are not sent on (RFC 9110, section 7.6.1). */
const ofConnection = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'content-length', 'expect', 'te', 'trailer']

/**
 * Returns the headers of a page's request. A browser adds some only when it sends the request, so
 * the one that the emulator reads is added here.
 */
const headersOf = async (request: PlaywrightRequest) => {
  const headers = Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(':') && !ofConnection.includes(name))
  return { ...Object.fromEntries(headers), ...(request.isNavigationRequest() && { 'sec-fetch-mode': 'navigate' }) }
}

/**
 * Playwright does not route the target of a redirect that it was given, so a page that goes there
 * takes its place.
 */
const redirectPage = (address: string) =>
  `<!doctype html><meta http-equiv="refresh" content="0;url=${address.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}">`

/**
 * Answers a request of a page with what `answerTo` resolves with. Drops the connection if that
 * rejects.
 */
export const answerRoute = async (
  route: Route,
  answerTo: (route: Route, headers: Record<string, string>) => Promise<RouteAnswer>,
): Promise<void> => {
  const request = route.request()
  const answer = await answerTo(route, await headersOf(request)).catch(() => undefined)
  if (!answer) return route.abort('connectionfailed')
  const { location } = answer.headers
  if (!location || !request.isNavigationRequest()) return route.fulfill(answer)
  return route.fulfill({ status: 200, contentType: 'text/html', body: redirectPage(new URL(location, request.url()).href) })
}
