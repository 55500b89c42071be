/**
 * Tests that no public function outside of the browser takes for an option what a script has added
 * to Object.prototype. test/prerender and test/server have their own.
 */
import { request as nodeRequest } from 'node:http'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { screenProps } from '../../src/entries/compat/screenProps.ts'
import { createEmulator } from '../../src/tools/emulator/index.ts'
import { listen } from '../../src/tools/emulator/node.ts'
import { firstScreen, snippet, type EmbedChunk } from '../../src/tools/snippet/snippet.ts'
import { addCommands } from '../../src/tools/testing/cypress.ts'
import { createHold, createMailbox, sessionCookies } from '../../src/tools/testing/index.ts'
import { latchkeyHandlers } from '../../src/tools/testing/msw.ts'
import { latchkey } from '../../src/tools/testing/playwright.ts'

const chunk = (file: string): EmbedChunk => ({ file, imports: [], dynamicImports: [], integrity: `sha384-${file}`, raw: 1, brotli: 1 })
const chunks = Object.fromEntries(
  ['embed', 'widget', 'engine', 'integrity', 'when', 'methods', 'otp', 'language', 'kit'].map((name) => [name, chunk(`${name}.js`)]),
)

const session = { expires_at: '2026-01-01T00:30:00Z', last_accessed_at: '2026-01-01T00:00:00Z' }
const signedIn = { session_token: 't', session_jwt: 'j', session } as never
const member = { session_token: 't', session_jwt: 'j', member_session: session } as never

const message = { id: '1', to: 'ada@example.com', code: '123456' }
/** Answers nothing the first time. */
const later = <Answer>(answer: Answer[]) => {
  let count = 0
  return async () => (count++ > 0 ? answer : [])
}

/** Runs what a page of another host gets from a server that `listen` has started. */
const statusOfListen = async () => {
  const { url, close } = await listen({ fetch: () => new Response('ok') }, { port: 0 })
  const status = await new Promise((resolve, fail) => {
    const request = nodeRequest(url.replace('localhost', '127.0.0.1'), { headers: { host: 'elsewhere.test' } }, ({ statusCode }) =>
      resolve(statusCode),
    )
    request.on('error', fail).end()
  })
  await close()
  return status
}

/** The first request that the commands send before each test. */
const cypress = () => {
  const urls: unknown[] = []
  // biome-ignore lint/suspicious/noThenProperty: the chain of Cypress has one
  const chain = { then: () => chain }
  Object.assign(globalThis, {
    Cypress: { Commands: { add() {} }, config: () => null },
    cy: { request: (options: object) => (urls.push((options as { url: string }).url), chain), wrap: () => chain },
    beforeEach: (work: () => void) => work(),
  })
  addCommands()
  return urls
}

/** The project behind the fixtures for Playwright. */
const playwright = async () => {
  let fixtures: any
  latchkey({ extend: (extension: object) => (fixtures = extension) } as never)
  const [start] = fixtures.latchkeyEmulator
  let context: any
  await start({}, async ({ controls }: any) => void (context = controls), { parallelIndex: 0, config: { workers: 1 } })
  return async () => [await context.project(), await context.outbox()]
}

interface Case {
  /** What it returns is compared. A function is called first, when nothing is polluted any more. */
  run: () => unknown
  /** Every option, each with a value that is not its default. */
  options: Record<string, unknown>
}

const cookieOptions = { opaqueTokenCookieName: 'x', jwtCookieName: 'y', path: '/x', availableToSubdomains: true, domain: 'example.org' }
const project = { project_name: 'Theirs', disable_sdk_watermark: true, pkce_required_for_oauth: true }
const emulatorOptions = {
  project_id: 'project-test-11111111-1111-4111-8111-111111111111',
  secret: 'secret-test-11111111-1111-4111-8111-111111111111',
  base_path: '/x',
  project,
  seed: { users: [{ emails: [{ email: 'eve@example.com' }] }] },
  ...project,
}
const looks = { theme: { 'color-scheme': 'dark' }, options: { enableShadowDOM: true, hideHeaderText: true, logo: { url: '/x' } } }

const cases: Record<string, Case> = {
  'sessionCookies, of a user': {
    run: () => sessionCookies(signedIn, 'https://app.example.com').map(({ expires, ...rest }) => rest),
    options: { ...cookieOptions, member_session: {} },
  },
  'sessionCookies, of a member': {
    run: () => sessionCookies(member, 'https://app.example.com').map(({ expires, ...rest }) => rest),
    options: { ...cookieOptions, session: {} },
  },
  latchkeyHandlers: {
    run: () => latchkeyHandlers({ all: (url) => String(url) }, { fetch: async () => new Response() }),
    options: { origins: ['https://elsewhere.test'] },
  },
  addCommands: { run: cypress, options: { url: 'https://elsewhere.test', reset: false, cookieOptions } },
  latchkey: { run: playwright, options: { url: 'http://127.0.0.1:1', reset: false, origins: ['x:'], cookieOptions, ...emulatorOptions } },
  createMailbox: { run: () => createMailbox({ outbox: later([message]) as never }).code('ada@example.com'), options: { timeout: -1 } },
  createHold: {
    async run() {
      const request = { method: 'POST', path: '/x', status: null }
      let count = 0
      const requests = async () => (count++ > 1 ? [request] : [])
      const hold = await createHold({ faults: async () => [], release: async () => 0, requests: requests as never })('POST /x')
      return hold.arrived()
    },
    options: { timeout: -1 },
  },
  createEmulator: {
    run() {
      const emulator = createEmulator()
      return async () => {
        const { status } = await emulator.fetch(new Request('http://localhost/sdk/v1/projects/bootstrap/public-token-test-x'))
        return [emulator.project_id, emulator.secret, emulator.project(), status, emulator.seed({}), emulator.faults([])]
      }
    },
    options: emulatorOptions,
  },
  listen: { run: statusOfListen, options: { host: '203.0.113.1', allowHosts: ['elsewhere.test'], allowOrigins: ['x'], onRefusal: 'x' } },
  snippet: {
    run: () => [snippet({ publicToken: 'public-token-test-x', element: '#login' }, chunks), firstScreen({}, chunks)],
    options: {
      config: { products: ['otp'] },
      products: ['otp'],
      styles: { colorScheme: 'dark' },
      strings: { lang: 'fr' },
      language: 'fr',
      when: 'click',
      authenticate: 'off',
      base: '//elsewhere.test/',
      baseUrl: '//elsewhere.test',
      nonce: 'x',
      prerendered: { html: 'x', style: 'x', script: 'x', styleHash: 'x', scriptHash: 'x' },
    },
  },
  'the props of compat': {
    run: () => [screenProps({}), screenProps({ presentation: {} }), screenProps({ presentation: { theme: {}, options: {} } as never })],
    options: { presentation: looks, config: { enableShadowDOM: true }, ...looks, ...looks.options, ...looks.theme, 'rounded-base': '1px' },
  },
}

for (const [name, { run, options }] of Object.entries(cases)) {
  for (const [option, value] of Object.entries(options)) {
    test(`${name} does not take ${option} from Object.prototype`, async () => {
      const result = async (input: unknown) => JSON.stringify(typeof input === 'function' ? await input() : input)
      const before = await result(await run())
      Object.defineProperty(Object.prototype, option, { value, configurable: true, enumerable: true, writable: true })
      let after: unknown
      try {
        after = await run()
      } finally {
        delete (Object.prototype as Record<string, unknown>)[option]
      }
      // not `assert.is`, which would print both
      assert.ok((await result(after)) === before)
    })
  }
}

test.run()
