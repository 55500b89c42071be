/**
 * Visitors of a host whose page uses the provider's own SDK, in front of the emulator as
 * `latchkey dev` starts it. The program, the host's site and the browser serve a whole file. Each
 * visitor has a new profile, and an emulator that was reset.
 */
import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { B2BClient, Client } from 'stytch'
import type { Test } from 'uvu'
import * as assert from 'uvu/assert'
import type {
  OutboxMessage,
  Planted,
  Project,
  RecordedRequest,
  Seed,
  SignedInMember,
  SignInMember,
} from '../../../src/tools/emulator/index.ts'
import { until } from '../../chromium/visitors.ts'
import { visit } from '../../harness/browser.ts'
import { startPlayground } from '../../harness/playground.ts'
import { serveSite } from '../../harness/site.ts'
import { clientModules, type ClientName } from './clients.ts'
import type { Flows } from './flows.ts'
import type { Arrangement } from './page.ts'
import { compareRuns, versionOf, type Whose } from './runs.ts'

const scriptOf = async (module: string) => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(module, import.meta.url))],
    bundle: true,
    format: 'iife',
    jsx: 'automatic',
    write: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}' },
  })
  return outputFiles[0]!.text
}

const html = (script: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>A host</title><link rel="icon" href="data:,"><body><output id="holder"></output>` +
  `<div id="google-parent-prompt"></div><div id="screen"></div><script src="${script}"></script>`

/** Starts the program and the host's site, with the pages of these clients. */
export const open = async (clients: readonly ClientName[]) => {
  const program = await startPlayground()
  const pathOf = (client: ClientName) => `/${client.replaceAll(' ', '-')}`
  const scripts = await Promise.all(clients.map(async (client) => [client, await scriptOf(clientModules[client])] as const))
  const pages = scripts.flatMap(([client, script]) => [
    [pathOf(client), { html: html(`${pathOf(client)}.js`) }],
    [`${pathOf(client)}.js`, { html: script, headers: { 'content-type': 'text/javascript; charset=utf-8' } }],
  ])
  const site = await serveSite({
    ...Object.fromEntries(pages),
    '/app': { html: '<!doctype html><link rel="icon" href="data:,"><h1>An app</h1>' },
  })
  const { url, project_id, secret } = program
  const env = `${url}/`

  const control = async <Answer>(route: string, body?: object): Promise<Answer> => {
    const [method, path] = route.split(' ')
    const answer = await fetch(`${url}/_emulator/${path}`, { method, body: body && JSON.stringify(body) })
    assert.is(answer.status, 200, `${route}: ${await answer.clone().text()}`)
    return answer.json() as Promise<Answer>
  }

  return {
    site: site.url,
    /** URL of the emulator. */
    api: url,
    users: new Client({ project_id, secret, env }),
    members: new B2BClient({ project_id, secret, env }),
    pageOf: (client: ClientName) => site.url + pathOf(client),
    outbox: () => control<OutboxMessage[]>('GET outbox'),
    requests: () => control<RecordedRequest[]>('GET requests'),
    project: (patch: Partial<Project>) => control<Project>('PATCH project', patch),
    seed: (seed: Seed) => control<Planted>('POST seed', seed),
    signIn: (who: SignInMember) => control<SignedInMember>('POST sign_in', who),
    reset: () => control('POST reset'),
    close: async () => {
      program.stop()
      await site.close()
    },
  }
}

export type Host = Awaited<ReturnType<typeof open>>

/** A visitor, their page, and what they do there. */
export interface Visitor {
  page: Page
  host: Host
  /** URL of the page of their client. */
  url: string
  /** Opens the page with this screen. */
  arrive: (arrangement?: Partial<Omit<Arrangement, 'api'>>, query?: Record<string, string>) => Promise<void>
  /** Opens the URL of the newest message, as soon as there are `count`. */
  openLink: (count?: number) => Promise<void>
  /**
   * From here on the emulator stands in for Google: no option of the SDK leads its prompt
   * elsewhere. Each request of the visitor costs more then.
   */
  standInForGoogle: () => Promise<void>
  /** The newest message, as soon as there are `count`. */
  message: (count?: number) => Promise<OutboxMessage>
  press: (name: string | RegExp) => Promise<void>
  type: (label: string | RegExp, text: string) => Promise<void>
  /** Evaluates an expression in the page. */
  run: (expression: string) => Promise<any>
  /** Waits until the page says that somebody is signed in. Resolves with their id. */
  signedIn: () => Promise<string>
  /** The session token in the profile's cookies. */
  sessionToken: () => Promise<string>
}

/** Chromium's own messages about answers that the test checks itself. */
const networkNote = /^Failed to load resource/

/**
 * A visitor comes to the page of a client, with an emulator that was reset. The test fails if
 * something went wrong on the way.
 */
export const visiting = async (
  host: Host,
  client: ClientName,
  work: (visitor: Visitor) => Promise<void>,
  /** Matches errors that the SDK reports although all is well. */
  expected?: RegExp,
): Promise<void> => {
  await host.reset()
  await host.project({ vertical: client.includes('b2b') ? 'B2B' : 'CONSUMER' })
  const { page, complaints } = await visit()
  const context = page.context()
  const faults: string[] = []
  context.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
  context.on('requestfailed', (request) => {
    // A page that the visitor leaves takes its requests along.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') faults.push(`${request.failure()?.errorText} ${request.url()}`)
  })
  const onThisMachine = [host.api, host.site]
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && !onThisMachine.includes(origin)) faults.push(`leaves this machine: ${request.url()}`)
  })
  const url = host.pageOf(client)
  const message = (count = 1) =>
    until(async () => {
      const messages = await host.outbox()
      return messages.length >= count ? messages.at(-1) : undefined
    }, `message ${count}`)
  const cookie = async (name: string) => (await context.cookies(host.site)).find((found) => found.name === name)?.value
  const visitor: Visitor = {
    page,
    host,
    url,
    arrive: async (arrangement = {}, query = {}) => {
      const given: Arrangement = { api: host.api, screen: 'login', config: {}, ...arrangement }
      await context.addInitScript((arrangement) => Object.assign(window, { arrangement }), given)
      await page.goto(`${url}?${new URLSearchParams(query)}`)
    },
    openLink: async (count) => void (await page.goto((await message(count)).url!)),
    standInForGoogle: async () => {
      const google = 'https://accounts.google.com'
      onThisMachine.push(google)
      await context.route(`${google}/**`, async (route) => {
        const request = route.request()
        const { pathname, search } = new URL(request.url())
        const headers = { ...request.headers(), ...(request.headers().origin === google && { origin: host.api }) }
        await route.fulfill({ response: await route.fetch({ url: host.api + pathname + search, headers }) })
      })
    },
    message,
    press: (name) => page.getByRole('button', { name, exact: typeof name === 'string' }).click(),
    type: (label, text) => page.getByLabel(label).or(page.getByPlaceholder(label)).first().fill(text),
    run: (expression) => page.evaluate(expression),
    signedIn: async () => {
      const holder = page.locator('#holder', { hasText: /^Signed in: / })
      await holder.waitFor({ state: 'attached' })
      return (await holder.innerText()).split(': ')[1]!
    },
    sessionToken: async () => (await until(() => cookie('stytch_session'), 'a session cookie'))!,
  }
  try {
    await work(visitor)
    const told = (await page.evaluate('window.told?.errors ?? []')) as string[]
    const unexpected = [...faults, ...complaints.filter((text) => !networkNote.test(text)), ...told].filter((text) => !expected?.test(text))
    assert.equal(unexpected, [], 'a good flow has no faults')
  } catch (error) {
    const seen = await page.locator('body').ariaSnapshot().catch(String)
    const told = await page.evaluate('JSON.stringify(window.told)').catch(String)
    throw new Error([(error as Error).message, page.url(), seen, ...faults, ...complaints, told].join('\n'))
  } finally {
    await context.close()
  }
}

/** A visitor who is signed in by `logIn` lets an app in, on the screen for consent. */
export const consent = async (visitor: Visitor, logIn: () => Promise<void>): Promise<void> => {
  const { host, page } = visitor
  const redirect_uri = `${host.site}/app`
  await host.seed({ clients: [{ client_id: 'app', client_name: 'Notes', redirect_uris: [redirect_uri] }] })
  await logIn()
  await visitor.arrive({ screen: 'consent' }, { client_id: 'app', redirect_uri, state: 's', scope: 'openid email', response_type: 'code' })
  await visitor.press('Allow')
  await page.waitForURL(`${redirect_uri}?**`)
  const { code, iss, ...rest } = Object.fromEntries(new URL(page.url()).searchParams)
  assert.equal([Boolean(code), Boolean(iss), rest], [true, true, { state: 's' }])
}

/** The token with which the visitor comes back to the page. */
export const tokenIn = async ({ page }: Visitor) => {
  await page.waitForURL(/[?&]token=/)
  return new URL(page.url()).searchParams.get('token')
}

/**
 * Defines a test for each flow with each client, and a visible skip where they do not go together.
 * Those that pass are what runs.json has.
 */
export const testFlows = <Name extends string>(
  test: Test,
  whose: Whose,
  flows: Record<Name, Flows[string]>,
  clients: readonly ClientName[],
  run: (name: Name, client: ClientName) => Promise<void>,
): void => {
  const ran: Parameters<typeof compareRuns>[1] = {}
  for (const name of Object.keys(flows) as Name[]) {
    for (const client of clients) {
      const reason = flows[name][client]
      if (reason) test.skip(`${name}: ${client}: ${reason}`)
      else
        test(`${name}: ${client}`, async () => {
          await run(name, client)
          ran[name] = { ...ran[name], [client]: versionOf(client) }
        })
    }
  }
  test('what is recorded is what has run', () => compareRuns(whose, ran))
}
