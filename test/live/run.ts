/**
 * Runs the flows of flows.ts in Chromium, on a page of this machine whose client calls a project,
 * and says what came of each. `npm run live` is the program (program.ts).
 */
import '../built/headless.ts'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import { root } from '../../build/paths.ts'
import { addAuthenticator } from '../harness/authenticator.ts'
import { visit } from '../harness/browser.ts'
import { flows } from './flows.ts'

export interface LiveOptions {
  publicToken: string
  /** Another base URL of the API. Default: Stytch's. */
  baseUrl?: string
  /** Two addresses whose mails you can read, and that no user of the project has. */
  addresses: [string, string]
  /** Resolves with the newest mail to an address, or with the link or the code in it. */
  readMail: (to: string) => Promise<string>
  /** The port of the page. Default: any free one. */
  port?: number
}

/** What came of a flow. */
export interface Outcome {
  name: string
  /** How long it took, in ms, with the wait for a mail. */
  ms: number
  /** What went wrong. It contains no address and no token. */
  failure?: string
}

const pageOf = ({ publicToken, baseUrl }: LiveOptions) => {
  const settings = JSON.stringify([publicToken, baseUrl ? { customBaseUrl: baseUrl } : {}]).replaceAll('<', '\\u003c')
  return `<!doctype html><title>Latchkey, live</title><script type="module">
    import { createClient, magicLinks, oauth, otps, passwords, session, totps, user, webauthn } from '/headless/index.js'
    const [publicToken, options] = ${settings}
    window.client = createClient(publicToken, { magicLinks, oauth, otps, passwords, session, totps, user, webauthn }, options)
  </script>`
}

/** Serves the page, and dist/headless/. */
async function serve(options: LiveOptions) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url!, 'http://localhost').pathname)
    try {
      const isScript = path.startsWith('/headless/')
      const content = isScript ? readFileSync(join(root, 'dist', path)) : path === '/' ? pageOf(options) : undefined
      response.writeHead(content ? 200 : 404, { 'content-type': isScript ? 'text/javascript' : 'text/html' }).end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  return { home: `http://localhost:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

/** Runs all flows, whatever fails. `onOutcome` gets each outcome at once. */
export async function runLive(options: LiveOptions, onOutcome: (outcome: Outcome) => void = () => {}): Promise<Outcome[]> {
  const { home, close } = await serve(options)
  const { page } = await visit()
  const open = async (url: string) => {
    await page.goto(url)
    await page.waitForFunction(() => 'client' in window)
  }
  const inMail = async (to: string, pattern: RegExp, what: string) => {
    const found = (await options.readMail(to)).match(pattern)?.at(-1)
    if (!found) throw new Error(`expected a mail with a ${what}`)
    return found
  }
  const live = {
    home,
    addresses: options.addresses,
    kept: {},
    call: (method: string, ...args: unknown[]) =>
      page.evaluate(
        async ([method, args]) => {
          const names = method.split('.')
          const name = names.pop()!
          const owner = names.reduce((value, part) => value[part], (window as any).client)
          try {
            return await owner[name](...args)
          } catch (error: any) {
            throw new Error(error.error_type ?? error.code ?? error.name)
          }
        },
        [method, args] as const,
      ),
    tokenInMail: async (to: string) => {
      await open(await inMail(to, /https?:\/\/[^\s"<>]+token=[^\s"<>\\]+/g, 'link'))
      const token = new URL(page.url()).searchParams.get('token')
      if (!token) throw new Error('expected a link that leads to the page, with a token')
      return token
    },
    codeInMail: (to: string) => inMail(to, /(?<![\w#])\d{6}\b/g, 'code'),
    leaves: async (provider: string) => {
      const left = page.waitForRequest((request) => request.isNavigationRequest())
      await page.route(
        (url) => url.origin !== new URL(home).origin,
        (route) => (route.request().isNavigationRequest() ? route.abort() : route.continue()),
      )
      await page.evaluate((name) => void (window as any).client.oauth[name].start(), provider)
      return (await left).url()
    },
  }
  try {
    await addAuthenticator(page)
    await open(home)
    const outcomes: Outcome[] = []
    for (const { name, run } of flows) {
      const start = performance.now()
      const failure = await run(live).then(
        () => undefined,
        (error: Error) => {
          const [message = ''] = error.message.replace(/^page\.evaluate: Error: /, '').split('\n')
          return options.addresses.reduce((text, address) => text.replaceAll(address, 'the address'), message)
        },
      )
      const outcome = { name, ms: Math.round(performance.now() - start), ...(failure && { failure }) }
      outcomes.push(outcome)
      onOutcome(outcome)
    }
    return outcomes
  } finally {
    await page.context().close()
    close()
  }
}
