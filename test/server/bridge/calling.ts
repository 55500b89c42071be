import type { Bridge } from '../../../src/server/bridge/handler.ts'

/** The origin of the pages that may call the bridges of these tests. */
export const ORIGIN = 'https://shop.example'

/** What a page of the host's sends with every call. */
export const ofPage = { origin: ORIGIN, 'content-type': 'application/json', 'x-sdk-client': 'e30=', 'sec-fetch-site': 'same-origin' }

/** A field of every body that signs somebody in. */
export const duration = { session_duration_minutes: 60 }

/** An answer of a bridge. */
export interface Reply {
  status: number
  headers: Headers
  /** The body as JSON, whose fields nobody has checked. */
  json: { data?: any; error_type?: string; error_message?: string }
}

/**
 * Sends a request to a bridge, as a page of the host's does unless `headers` says otherwise; null
 * removes a header.
 */
export const send = async (
  bridge: Bridge,
  route: string,
  body?: unknown,
  headers: Record<string, string | null> = {},
  visitor?: Parameters<Bridge>[1],
): Promise<Reply> => {
  const [method, path] = route.split(' ') as [string, string]
  const entries = Object.entries({ ...ofPage, ...headers }).filter((entry): entry is [string, string] => entry[1] !== null)
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const url = `${ORIGIN}/auth${path.startsWith('/v1/') ? path : `/sdk/v1${path}`}`
  const response = await bridge(
    new Request(url, { method, headers: entries, ...(method !== 'GET' && method !== 'HEAD' && { body: text }) }),
    visitor,
  )
  const answer = await response.text()
  return { status: response.status, headers: response.headers, json: answer === '' ? {} : JSON.parse(answer) }
}
