/** Asks the host's own server, behind a `backend`, for what is to be seen from outside. */
import type { APIRequestContext } from 'playwright-core'
import type { Markup, ServerFacts } from './facts.ts'
import { limits } from './limits.ts'
import { isLoopback } from './loopback.ts'
import { VISITOR } from './provider.ts'

/** How many searches a visitor without limits gets an answer to. The plugin allows 20 a minute. */
const SEARCHES = 25

/**
 * Finds Better Auth's own routes at their usual path, and around those of the bridge. Two answers
 * tell them from a health check of the host's.
 */
const findRawRoutes = async (request: APIRequestContext, base: string): Promise<string[]> => {
  const parents = [...new Set(['/api/auth', new URL(base).pathname.replace(/\/[^/]*$/, '')])]
  const signs = { ok: '{"ok":true}', 'get-session': 'null' }
  const isRaw = async (parent: string) => {
    const answers = Object.entries(signs).map(async ([name, sign]) => {
      const response = await request.get(new URL(`${parent}/${name}`, base).href, { maxRedirects: 0, timeout: limits.step })
      return response.ok() && (await response.text()).trim() === sign
    })
    return (await Promise.all(answers)).every(Boolean)
  }
  const found = await Promise.all(parents.map((parent) => isRaw(parent).catch(() => false)))
  return parents.filter((_, at) => found[at]).map((parent) => new URL(`${parent}/*`, base).href)
}

/**
 * Searches for one address, again and again. Resolves with whether every search was answered;
 * undefined if the server has no such call, is slow, or is an emulator, which has no limits.
 */
const findNoLimit = async (request: APIRequestContext, base: string, origin: string): Promise<boolean | undefined> => {
  const end = Date.now() + limits.step
  for (let count = 0; count < SEARCHES; count++) {
    const response = await request.post(`${base}/sdk/v1/users/search`, {
      headers: { origin, 'x-sdk-client': 'e30=' },
      data: { email: VISITOR.email },
      maxRedirects: 0,
      timeout: limits.step,
    })
    if (response.status() === 429) return false
    if (!response.ok() || /"request-id-test-/.test(await response.text()) || Date.now() > end) return undefined
  }
  return true
}

/**
 * Asks the servers of a page's clients. Limits are tried only on this machine, because that takes
 * many requests.
 */
export const askServers = async (request: APIRequestContext, { url, clients }: Markup): Promise<ServerFacts> => {
  const bases = [...new Set(clients.filter(({ publicToken }) => !publicToken).map(({ base }) => base))]
  const rawRoutes = (await Promise.all(bases.map((base) => findRawRoutes(request, base)))).flat()
  const unlimited: string[] = []
  for (const base of bases.filter(isLoopback))
    if (await findNoLimit(request, base, new URL(url).origin).catch(() => undefined)) unlimited.push(`${base}/sdk/v1/users/search`)
  return { rawRoutes, unlimited, isElsewhere: bases.some((base) => !isLoopback(base)) }
}
