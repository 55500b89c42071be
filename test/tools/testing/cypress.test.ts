/**
 * Runs the commands for Cypress on a stand-in for `cy`, against an emulator on a port. The stand-in
 * does what Cypress documents: a command is queued, `then` receives what it yields, and a command
 * inside of `then` replaces that. Cypress itself is not run.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator } from '../../../src/tools/emulator/index.ts'
import { listen } from '../../../src/tools/emulator/node.ts'
import { addCommands, type CypressOptions } from '../../../src/tools/testing/cypress.ts'
import { createVisitor } from '../emulator/visitor.ts'
import { rejection } from '../../harness/rejection.ts'

const test = suite('testing: the commands for Cypress')

const globals = globalThis as unknown as Record<string, unknown>

/**
 * What a command yields. A promise would wait for its own kind, so the stand-in is a class of its
 * own.
 */
class Chain {
  readonly result: Promise<unknown>
  constructor(result: Promise<unknown>) {
    this.result = result
  }
  // biome-ignore lint/suspicious/noThenProperty: it stands in for a command of Cypress, which has one
  then(work: (subject: unknown) => unknown) {
    return new Chain(
      this.result.then(async (subject) => {
        const next = work(subject)
        return next instanceof Chain ? next.result : next
      }),
    )
  }
}

interface SetCookie {
  name: string
  value: string
  options: Record<string, unknown>
}

/** Runs `use` with the commands and an emulator. */
const running = async (
  use: (at: {
    run: (name: string, ...args: unknown[]) => Promise<any>
    emulator: ReturnType<typeof createEmulator>
    cookies: SetCookie[]
    hooks: (() => void)[]
  }) => Promise<void>,
  { baseUrl = 'http://localhost:3000', origin = 'null', ...options }: CypressOptions & { baseUrl?: string | null; origin?: string } = {},
) => {
  const emulator = createEmulator()
  const server = await listen(emulator, { port: 0 })
  const commands: Record<string, (...args: unknown[]) => Chain> = {}
  const cookies: SetCookie[] = []
  const hooks: (() => void)[] = []
  globals.Cypress = {
    Commands: {
      add: (name: string, command: (...args: unknown[]) => Chain) => {
        // as Cypress does for its own commands
        assert.not(['clock', 'request', 'wait', 'visit', 'reload', 'session'].includes(name), `cy.${name} is Cypress's own`)
        commands[name] = command
      },
    },
    config: (name: string) => (name === 'baseUrl' ? baseUrl : undefined),
  }
  globals.cy = {
    request: ({ method, url, body }: { method: string; url: string; body?: unknown }) =>
      new Chain(
        fetch(url, { method, body: body === undefined ? undefined : JSON.stringify(body) }).then(async (answer) => ({
          status: answer.status,
          body: await answer.json(),
        })),
      ),
    setCookie: (name: string, value: string, options: Record<string, unknown>) => {
      cookies.push({ name, value, options })
      return new Chain(Promise.resolve({ name }))
    },
    location: () => new Chain(Promise.resolve(origin)),
    wait: () => new Chain(new Promise((resolve) => setImmediate(resolve))),
    wrap: (value: unknown) => new Chain(Promise.resolve(value)),
  }
  globals.beforeEach = (hook: () => void) => hooks.push(hook)
  try {
    addCommands({ url: `${server.url}/`, ...options })
    await use({ run: (name, ...args) => commands[name]!(...args).result, emulator, cookies, hooks })
    assert.equal(emulator.crashes(), [])
  } finally {
    for (const name of ['Cypress', 'cy', 'beforeEach']) delete globals[name]
    await server.close()
    emulator.close()
  }
}

test('signIn sets the cookies of the client, and yields the session', () =>
  running(async ({ run, cookies }) => {
    const { user, session_token, session_jwt } = await run('signIn', { email: 'ada@example.com' })
    assert.is(user.emails[0].email, 'ada@example.com')
    assert.equal(
      cookies.map(({ name, value }) => [name, value]),
      [
        ['stytch_session', session_token],
        ['stytch_session_jwt', session_jwt],
      ],
    )
    const { expiry, ...options } = cookies[0]!.options
    assert.equal(options, { domain: 'localhost', path: '/', secure: false, sameSite: 'lax', hostOnly: true, log: false })
    assert.ok(Math.abs((expiry as number) - Date.now() / 1000 - 3_600) < 60)
  }))

test('signIn: a member, on a site of its own, with cookies for subdomains', () =>
  running(
    async ({ run, cookies }) => {
      const { member, organization } = await run('signIn', { email: 'ada@example.com', organization: 'Acme' }, 'https://app.example.com/')
      assert.equal([member.email_address, organization.organization_slug], ['ada@example.com', 'acme'])
      const { domain, secure, hostOnly } = cookies[0]!.options
      assert.equal([cookies[0]!.name, domain, secure, hostOnly], ['mine', '.example.com', true, false])
    },
    { cookieOptions: { opaqueTokenCookieName: 'mine', availableToSubdomains: true, domain: 'example.com' } },
  ))

test('signIn: without baseUrl, the page of the moment gets the cookies; without a page, an error says what to do', async () => {
  await running(
    async ({ run, cookies }) => {
      await run('signIn', { email: 'ada@example.com' })
      assert.is(cookies[0]!.options.domain, 'shop.example')
    },
    { baseUrl: null, origin: 'https://shop.example' },
  )
  await running(async ({ run }) => assert.is((await rejection(run('signIn', { email: 'ada@example.com' }))).code, 'no_site'), {
    baseUrl: null,
  })
})

test('outbox waits for a message, gives each out once, and says what was sent instead', () =>
  running(async ({ run, emulator }) => {
    const { call } = createVisitor(emulator)
    const waiting = run('outbox', 'Ada@example.com')
    await call('POST /otps/email/login_or_create', { email: 'ada@example.com' })
    assert.is((await waiting).code, emulator.outbox()[0]!.code)
    const error = await rejection(run('outbox', 'ada@example.com', { timeout: 0 }))
    assert.is(error!.code, 'no_message')
    assert.match(error!.message, 'email to ada@example.com (given out before)')
    await call('POST /otps/email/login_or_create', { email: 'ada@example.com' })
    assert.is((await run('outbox', 'ada@example.com')).id, emulator.outbox()[1]!.id)
  }))

test('advanceClock, seed, faults, providerRequests and resetEmulator do what the controls do', () =>
  running(async ({ run, emulator, hooks }) => {
    assert.ok(Date.parse(await run('advanceClock', 3_600_000)) - Date.now() > 3_500_000)
    assert.is((await run('seed', { users: [{ emails: [{ email: 'eve@example.com' }] }] })).users.length, 1)
    assert.equal(await run('faults', [{ route: 'POST /otps/*', status: 502 }]), [{ route: 'POST /otps/*', status: 502 }])
    const { call } = createVisitor(emulator)
    await call('POST /otps/email/login_or_create', { email: 'ada@example.com' }).catch(() => {})
    assert.equal(
      (await run('providerRequests')).map(({ status }: { status: number }) => status),
      [502],
    )
    assert.is(hooks.length, 1)
    assert.is(await run('resetEmulator'), undefined)
    assert.equal([emulator.faults(), emulator.requests()], [[], []])
    assert.ok(Math.abs(emulator.clock.now() - Date.now()) < 60_000)
  }))

test('hold keeps a call waiting and the other faults in force; release lets it go', () =>
  running(async ({ run, emulator }) => {
    const { call } = createVisitor(emulator)
    const route = 'POST /otps/email/login_or_create'
    await run('faults', [{ route: 'POST /passwords', status: 502 }])
    await run('hold', route)
    const answer = call(route, { email: 'ada@example.com' })
    while (emulator.requests().length === 0) await new Promise((resolve) => setImmediate(resolve))
    assert.equal([emulator.requests()[0]!.status, emulator.outbox()], [null, []])
    assert.is(await run('release', route), 1)
    assert.is((await answer).status, 200)
    assert.equal(emulator.faults(), [{ route: 'POST /passwords', status: 502 }])
    assert.is((await call(route, { email: 'ada@example.com' })).status, 200, 'it holds no more')
  }))

test('with reset: false nothing happens before a test', () => running(async ({ hooks }) => assert.is(hooks.length, 0), { reset: false }))

test('a refusal fails the test with what the emulator says', () =>
  running(async ({ run }) => {
    const error = await rejection(run('signIn', { mail: 'ada@example.com' }))
    assert.is(error!.code, 'refused')
    assert.match(error!.message, 'mail')
  }))

test.run()
