/** What a bridge can do wrong, as a change of what goes to and comes from a sound one. */
import type { BridgeUnderTest } from '../../../src/tools/conformance/index.ts'

/** Passes a request on, or answers it otherwise. */
type Send = (request: Request) => Promise<Response>
export type Defect = (bridge: BridgeUnderTest) => BridgeUnderTest

const isFor = (request: Request, route: RegExp) => route.test(`${request.method} ${new URL(request.url).pathname}`)

const json = (body: object, status = 200, headers?: Headers) => {
  const all = new Headers(headers)
  all.set('content-type', 'application/json')
  all.delete('content-length')
  return new Response(JSON.stringify(body), { status, headers: all })
}

const success = () => json({ data: { request_id: 'request-id', status_code: 200 } })

export const refusalOf = (status: number, error_type: string) =>
  json({ status_code: status, error_type, error_message: 'No.', error_url: '', request_id: 'request-id' }, status)

/** Changes how requests are answered. */
export const answers =
  (answer: (request: Request, send: Send) => Promise<Response>): Defect =>
  (bridge) => {
    const { fetch: send = (request: Request) => fetch(request) } = bridge
    return { ...bridge, fetch: (request) => answer(request, send) }
  }

const on = (route: RegExp, answer: (request: Request, send: Send) => Promise<Response>): Defect =>
  answers((request, send) => (isFor(request, route) ? answer(request, send) : send(request)))

/** What it should refuse, it accepts. */
export const accepts = (route: RegExp): Defect =>
  on(route, async (request, send) => {
    const answer = await send(request)
    return answer.ok ? answer : success()
  })

/** It accepts everything without doing it. */
export const ignores = (route: RegExp): Defect => on(route, async () => success())

/** It refuses everything. */
export const refuses = (route: RegExp, status: number, error_type: string): Defect => on(route, async () => refusalOf(status, error_type))

/** Its answers to calls that succeed say something else. */
export const says = (route: RegExp, change: (data: any) => void): Defect =>
  on(route, async (request, send) => {
    const answer = await send(request)
    if (!answer.ok) return answer
    const body = (await answer.json()) as { data: unknown }
    change(body.data)
    return json(body, 200, answer.headers)
  })

/** It does once more what it has done once, for anyone who sends the same. */
export const repeats = (route: RegExp): Defect => {
  const first = new Map<string, Promise<Response>>()
  return on(route, async (request, send) => {
    const body = await request.clone().text()
    const earlier = first.get(body)
    if (earlier && (await earlier).ok) return (await earlier).clone()
    const answer = send(request)
    first.set(body, answer)
    return (await answer).clone()
  })
}

/** It reads something else than was sent. */
export const reads = (
  route: RegExp,
  change: (parts: { url: URL; headers: Headers; body: any }) => void,
  isMeant: (request: Request) => boolean = () => true,
): Defect =>
  on(route, async (request, send) => {
    if (!isMeant(request)) return send(request)
    const text = await request.clone().text()
    const parts = { url: new URL(request.url), headers: new Headers(request.headers), body: undefined as unknown }
    try {
      parts.body = JSON.parse(text)
    } catch {}
    change(parts)
    const body = parts.body === undefined ? text || undefined : JSON.stringify(parts.body)
    return send(new Request(parts.url, { method: request.method, headers: parts.headers, body, redirect: 'manual' }))
  })

/** It sets its headers otherwise. */
export const sets = (change: (headers: Headers) => void): Defect =>
  answers(async (request, send) => {
    const answer = await send(request)
    const headers = new Headers(answer.headers)
    change(headers)
    return new Response(answer.body, { status: answer.status, headers })
  })

/** It sends other messages. */
export const writes =
  (change: (text: string) => string): Defect =>
  (bridge) => ({ ...bridge, message: async (to) => change(await bridge.message!(to)) })

export const without = (request: Request, header: string) => !request.headers.get(header)
