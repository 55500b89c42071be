/**
 * Supabase for tests: `@supabase/lite` on SQLite, in a process of Node 22, behind a proxy that
 * counts, delays and fails. It is a double, and no proof of what the service does.
 */
import { spawn } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { supabaseServer, type SupabaseOptions } from '../../src/server/supabase/index.ts'
import type { BridgeUnderTest, Offers, SocialSignIn } from '../../src/tools/conformance/index.ts'
import { until } from '../chromium/visitors.ts'
import { root } from './application.ts'
import { withSharedPackages } from './newcomer.ts'
import { serve } from '../harness/listening.ts'

export const ORIGIN = 'https://shop.example'
export const KEY = 'sb_publishable_of_the_tests'

/** A mail of Supabase's. */
export interface LiteMail {
  to: string
  /** The six digits. */
  code: string
  /** The hash of the link's token. */
  hash: string
  /** The link, as the template of the guide makes it. */
  url: string
}

/**
 * What a test does to a request of Supabase's, by its route such as `GET /user`: an answer of its
 * own, none, or a change of the real one.
 */
type Change = { status: number; body?: object } | 'lost' | ((answer: any) => object | Promise<object>) | undefined
type Fault = (route: string) => Change | Promise<Change>

const bodyOf = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

/** Installs the pinned packages of test/hosts/supabase/. */
export const liteFolder = () => withSharedPackages('supabase-lite', {}, join(root, 'test/hosts/supabase'))

const closing: (() => unknown)[] = []

/** Ends every process and server that was started here. */
export const closeSupabase = async (): Promise<void> => {
  for (const close of closing.splice(0)) await close()
}

/** Starts `@supabase/lite`. `lite` has more of its options for authentication. */
export const startSupabase = async (folder: string, lite: object = {}) => {
  const env = { ...process.env, SITE_URL: ORIGIN, KEY, LITE: JSON.stringify(lite) }
  const child = spawn(join(folder, 'node_modules/node/bin/node'), ['lite.mjs'], { cwd: folder, env })
  closing.push(() => child.kill())
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data))
  await until(() => /listening on (\d+)/.test(printed), `@supabase/lite: ${printed}`, 60_000)
  const [, inner] = /listening on (\d+)/.exec(printed)!

  const requests: string[] = []
  const redirects = new Map<string, string[]>()
  let fault: Fault = () => undefined
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url!, `http://127.0.0.1:${inner}`)
    const route = `${request.method} ${url.pathname.replace('/auth/v1', '')}`
    requests.push(route)
    const body = await bodyOf(request)
    const problem = await fault(route)
    if (problem === 'lost') return response.destroy()
    if (problem && typeof problem !== 'function') {
      response.writeHead(problem.status, { 'content-type': 'application/json' })
      return response.end(JSON.stringify(problem.body ?? {}))
    }
    const redirect = url.searchParams.get('redirect_to')
    // lite writes its site_url into mails, and the service the page that was asked for
    if (redirect && body.length > 0) {
      const { email } = JSON.parse(body.toString()) as { email: string }
      redirects.set(email.toLowerCase(), [...(redirects.get(email.toLowerCase()) ?? []), redirect])
    }
    const ask = (text: string) =>
      fetch(url, {
        method: request.method,
        redirect: 'manual',
        headers: Object.entries(request.headers).flatMap(([name, value]) =>
          typeof value === 'string' && !/^(?:host|connection|content-length|transfer-encoding)$/.test(name) ? [[name, value]] : [],
        ) as [string, string][],
        body: text || undefined,
      })
    // lite does not know the type of both
    const types = route === 'POST /verify' && /"type":"email"/.test(body.toString()) ? ['magiclink', 'signup'] : ['email']
    let answer = await ask(body.toString().replace('"type":"email"', `"type":"${types[0]}"`))
    if (!answer.ok && types[1]) answer = await ask(body.toString().replace('"type":"email"', `"type":"${types[1]}"`))
    response.writeHead(answer.status, Object.fromEntries([...answer.headers].filter(([name]) => !/encoding|length/.test(name))))
    const bytes = Buffer.from(await answer.arrayBuffer())
    response.end(problem ? JSON.stringify(await problem(JSON.parse(bytes.toString()))) : bytes)
  }
  // a mail that nobody waits for can be on its way when the tests end
  const { url, close } = await serve((request, response) => void pass(request, response).catch(() => response.destroy()))
  closing.push(close)

  const taken = new Map<string, number>()
  let holding: Promise<void> | undefined
  /** Resolves with the oldest mail to an address that it has not resolved with before. */
  const mailTo = async (to: string): Promise<LiteMail> => {
    const address = to.toLowerCase()
    const all = () =>
      printed
        .split('\n')
        .filter((line) => line.startsWith('{"to"') && line.endsWith('}'))
        .map((line) => JSON.parse(line) as Omit<LiteMail, 'url'>)
        .filter((mail) => mail.to === address)
    const at = taken.get(address) ?? 0
    await until(() => all().length > at, `a mail to ${address}: ${printed.slice(-2000)}`)
    taken.set(address, at + 1)
    const mail = all()[at]!
    return { ...mail, url: (redirects.get(address)?.[at] ?? '') + mail.hash }
  }
  return {
    url,
    /** The routes of the requests since the last call of `forget`. */
    requests,
    forget: () => void requests.splice(0),
    /** Lets a function decide what happens to requests. */
    failWith(next: Fault = () => undefined) {
      fault = next
    },
    mailTo,
    /** Makes routes that send mails wait. */
    holdMails() {
      let release = () => {}
      holding = new Promise((resolve) => (release = resolve))
      fault = async (route) => {
        if (/recover|otp|signup/.test(route)) await holding
        return undefined
      }
      return () => {
        fault = () => undefined
        release()
      }
    },
  }
}

export type LiteServer = Awaited<ReturnType<typeof startSupabase>>

/** Creates a server in front of it, and what the checks of bridges need. */
export const createHost = (lite: LiteServer, options: Partial<SupabaseOptions> = {}, offers: Partial<Offers> = {}) => {
  const failures: string[] = []
  const server = supabaseServer({
    url: lite.url,
    key: KEY,
    baseURL: ORIGIN,
    onError: ({ route, error }) => void failures.push(`${route}: ${error instanceof Error ? error.message : String(error)}`),
    ...options,
  })
  const bridge: BridgeUnderTest = {
    url: `${ORIGIN}/auth`,
    page: `${ORIGIN}/`,
    offers: { links: true, emailCodes: true, passwords: { confirms: true }, ...offers },
    message: async (to) => {
      const { url, code } = await lite.mailTo(to)
      return `${code}\n${url}`
    },
    holdMails: lite.holdMails,
    headersOf: (visitor) => ({ 'x-test-address': `198.51.${Math.floor(visitor / 250)}.${visitor % 250}` }),
    fetch: (request) => server.answer(request, { address: request.headers.get('x-test-address') ?? undefined }),
  }
  return { ...server, mailTo: lite.mailTo, failures, bridge }
}

/** Starts a GitHub for which everybody who comes is the same new user. */
export const startGithub = async (): Promise<{ url: string; socialSignIn: SocialSignIn }> => {
  let people = 0
  const { url, close } = await serve((request, response) => {
    const { pathname } = new URL(request.url!, 'http://github')
    const user = { id: people, login: `octocat-${people}`, name: 'Mona Cat', email: `octocat-${people}@example.com` }
    const answers: Record<string, unknown> = {
      '/login/oauth/access_token': { access_token: `token-${people}`, token_type: 'bearer', scope: 'user:email' },
      '/api/v3/user': user,
      '/api/v3/user/emails': [{ email: user.email, primary: true, verified: true }],
    }
    response.writeHead(answers[pathname] ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answers[pathname] ?? {}))
  })
  closing.push(close)
  return {
    url,
    socialSignIn: {
      provider: 'github',
      async signIn(page) {
        people++
        const authorize = new URL((await fetch(page, { redirect: 'manual' })).headers.get('location')!)
        const back = new URL('/auth/v1/callback', page)
        back.searchParams.set('code', `code-${people}`)
        back.searchParams.set('state', authorize.searchParams.get('state')!)
        return (await fetch(back, { redirect: 'manual' })).headers.get('location')!
      },
    },
  }
}
