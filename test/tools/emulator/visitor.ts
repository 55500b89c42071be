import * as assert from 'uvu/assert'
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/tools/emulator/index.ts'

/** The parsed answer of the emulator. */
export interface Reply {
  status: number
  headers: Headers
  /** Under `data` after a success. */
  data: any
  /** The whole body of a refusal. */
  error: any
}

export const PT = 'public-token-test-visitor'
export const ORIGIN = 'https://app.example'

/**
 * A browser as the emulator sees it: sends calls like the provider's SDK, and keeps the session
 * token that it gets.
 */
export const createVisitor = (emulator: Pick<Emulator, 'fetch'>, url = 'https://test.stytch.com') => {
  const visitor = {
    token: undefined as string | undefined,
    call: async (route: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> => {
      const [method, path] = route.split(' ')
      const answer = await emulator.fetch(
        new Request(`${url}/sdk/v1${path}`, {
          method,
          headers: {
            Authorization: `Basic ${btoa(`${PT}:${visitor.token ?? PT}`)}`,
            'Content-Type': 'application/json',
            Origin: ORIGIN,
            'X-SDK-Parent-Host': ORIGIN,
            ...headers,
          },
          body: body === undefined ? undefined : JSON.stringify(body),
        }),
      )
      const json = await answer.json()
      if (json.data?.session_token) visitor.token = json.data.session_token
      return { status: answer.status, headers: answer.headers, data: json.data, error: json }
    },
  }
  return visitor
}

/**
 * A browser whose client has a `backend`: it sends no public token, and keeps what the server sets
 * as cookies.
 */
export const createBackendVisitor = (emulator: Pick<Emulator, 'fetch'>) => {
  const jar = new Map<string, string>()
  /** Every cookie that was set, with its attributes. */
  const cookieLog: string[] = []
  return {
    jar,
    cookieLog,
    call: async (route: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> => {
      const [method, path] = route.split(' ')
      const answer = await emulator.fetch(
        new Request(`https://app.example/sdk/v1${path}`, {
          method,
          headers: {
            'Content-Type': 'application/json',
            'X-SDK-Client': 'e30=',
            'X-SDK-Parent-Host': ORIGIN,
            Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
            ...headers,
          },
          body: body === undefined ? undefined : JSON.stringify(body),
        }),
      )
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line)!
        if (line.includes('Max-Age=0')) jar.delete(name)
        else jar.set(name, value)
        cookieLog.push(line)
      }
      const json = await answer.json()
      return { status: answer.status, headers: answer.headers, data: json.data, error: json }
    },
  }
}

/** Signs in with a code by email, and resolves with what the provider says then. */
export const logInByCode = async (
  { emulator, call }: { emulator: Emulator; call: (route: string, body: object) => Promise<Reply> },
  session_duration_minutes = 30,
  email = 'ada@example.com',
) => {
  const { data } = await call('POST /otps/email/login_or_create', { email })
  const token = emulator.outbox().at(-1)!.code
  const reply = await call('POST /otps/authenticate', { token, method_id: data.method_id, session_duration_minutes })
  assert.is(reply.status, 200, JSON.stringify(reply.error))
  return reply.data
}

/** Runs this with a clock that is 700 ms further on at each reading. */
export const withHastyClock = async (run: () => Promise<void>) => {
  const { now } = Date
  let ms = now()
  Date.now = () => (ms += 700)
  await run().finally(() => void (Date.now = now))
}

export const setUp = (options?: EmulatorOptions) => {
  const emulator = createEmulator(options)
  return { emulator, ...createVisitor(emulator), visitor: createVisitor(emulator) }
}
