/**
 * The emulator instead of the provider, for all pages of a browser's profile. The provider
 * itself is never called.
 */
import type { BrowserContext, Route } from 'playwright-core'
import { createEmulator, type Emulator } from '../emulator/index.ts'
import { answerRoute, asAnswer, asRequest } from '../testing/answerRoute.ts'
import type { ProviderCall } from './facts.ts'

const hosts = ['test', 'api', 'js', 'elements', 'telemetry'].map((name) => `https://${name}.stytch.com`)

/** Returns whether a URL is one of the provider's own. */
export const isProvider = (url: string): boolean => hosts.some((host) => url === host || url.startsWith(`${host}/`))

/**
 * A call to the provider's API, whatever the base URL of the client is: everything before
 * `/sdk/v1/`.
 */
const api = /^(https?:\/\/[^?#]*?)(\/sdk\/v1(\/[^?#]*))/

/** Replaces the page's token: the emulator takes no live one, and a wrong one is a finding. */
const TOKEN = 'public-token-test-doctor'

/** The account that the doctor signs in with. */
export const VISITOR = { email: 'doctor@example.com', phone: '2133734253', password: 'vRIQomL!faE2S44s' }

/** Reads `Basic base64(public token:session token)`, and writes the same for the emulator. */
const credentials = (authorization = '') => {
  const [publicToken = '', ...rest] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')
  const session = rest.join(':')
  const password = session === publicToken ? TOKEN : session
  return { publicToken, authorization: `Basic ${Buffer.from(`${TOKEN}:${password}`).toString('base64')}` }
}

const parse = (text: string | null) => {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** The emulator, and the calls that it has answered. */
export interface EmulatedProvider {
  emulator: Emulator
  calls: ProviderCall[]
}

/**
 * Lets an emulator answer for the provider. `redirectUrl` is where links lead if the page does not
 * say.
 */
export const emulateProvider = async (context: BrowserContext, redirectUrl: string): Promise<EmulatedProvider> => {
  const emulator = createEmulator({
    project: { default_redirect_url: redirectUrl },
    seed: { users: [{ emails: [{ email: VISITOR.email }], password: VISITOR.password }] },
  })
  const calls: ProviderCall[] = []
  const answer = async (route: Route, headers: Record<string, string>) => {
    const request = route.request()
    const url = request.url().replace(/(\/bootstrap\/|[?&]public_token=)[^?&#]*/, (_, before: string) => before + TOKEN)
    const [, base, whole, path] = api.exec(url) ?? []
    const { publicToken, authorization } = credentials(headers.authorization)
    // the page's client has a backend, for which the emulator answers, too
    if (path && path !== '/events' && request.method() !== 'OPTIONS' && !headers.authorization) emulator.project({ backend: true })
    const call = base !== undefined && { method: request.method(), path: path!, base, publicToken, body: parse(request.postData()) }
    const record: ProviderCall | undefined = call && request.method() !== 'OPTIONS' ? call : undefined
    if (record && path !== '/events') calls.push(record)
    const fetchRequest = asRequest(
      request,
      { ...headers, ...(headers.authorization && { authorization }) },
      // a base URL can have a path of its own
      base === undefined ? url : new URL(base).origin + whole! + url.slice(base.length + whole!.length),
    )
    const response = await emulator.fetch(fetchRequest)
    if (record) {
      record.status = response.status
      const { error_type } = parse(await response.clone().text()) as { error_type?: string }
      if (error_type) record.refusal = error_type
    }
    return asAnswer(response)
  }
  await context.route(
    (url) => isProvider(url.href) || api.test(url.href),
    // the page can be closed while the emulator answers
    (route) => answerRoute(route, answer).catch(() => {}),
  )
  return { emulator, calls }
}
