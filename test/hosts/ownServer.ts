/**
 * The example with a server of one's own, as a program: its mails, its visitors and its databases.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import http, { type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { TOTP } from 'otpauth'
import * as assert from 'uvu/assert'
import { findingsOfAxe } from '../harness/axe.ts'
import { freePort } from '../harness/ports.ts'
import { until, visible } from '../chromium/visitors.ts'
import { start, withSharedPackages, type Started } from './newcomer.ts'

/** What tests of the example need beside its packages. */
const besides = { 'oidc-provider': '*', 'smtp-server': '*' }

/**
 * The example, with packages that all tests share but that of the newcomer. Resolves with its
 * folder, and with a function that imports any of the packages.
 */
export const ownServer = () => withSharedPackages('own-server', besides)

/** A mail that the server has sent. */
export interface Mail {
  to: string
  text: string
}

/** Starts an SMTP server that keeps what it gets. */
export const catchMails = async (load: (name: string) => Promise<any>) => {
  const { SMTPServer } = await load('smtp-server')
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onData(stream: AsyncIterable<Buffer>, session: { envelope: { rcptTo: { address: string }[] } }, done: () => void) {
      void (async () => {
        let text = ''
        for await (const part of stream) text += part.toString()
        // quoted-printable, as nodemailer writes long lines
        const plain = text.replaceAll('=\r\n', '').replace(/=([\dA-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
        mails.push({ to: session.envelope.rcptTo[0]!.address, text: plain })
        done()
      })()
    },
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /**
     * Resolves with what a pattern finds in the newest mail to an address, which `ask` makes the
     * server send.
     */
    async after(to: string, pattern: RegExp, ask: () => Promise<unknown>): Promise<string> {
      const before = mails.length
      await ask()
      const newest = () => mails.slice(before).find((mail) => mail.to === to)
      await until(() => !!newest(), `a mail to ${to}`)
      return pattern.exec(newest()!.text)![1]!
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** An answer to a visitor. */
export interface Heard {
  status: number
  headers: Headers
  json: { data?: any; error_type?: string; error_message?: string }
}

let visitors = 0

/** A visitor's browser, with its own cookies and its own address. */
export const createVisitor = (url: string) => {
  const jar = new Map<string, string>()
  const address = `198.51.${Math.floor(++visitors / 250)}.${visitors % 250}`
  const keep = ({ headers }: Response) => {
    for (const line of headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (/max-age=0/i.test(line)) jar.delete(name!)
      else jar.set(name!, value!)
    }
  }
  const cookie = () => [...jar].map((pair) => pair.join('=')).join('; ')
  return {
    cookie,
    address,
    /** Opens a page. */
    async open(path: string, init: RequestInit = {}) {
      const response = await fetch(new URL(path, url), {
        redirect: 'manual',
        ...init,
        headers: { cookie: cookie(), 'x-forwarded-for': address },
      })
      keep(response)
      return response
    },
    /** Sends a call as the widget does; `headers` replace those of the page. */
    async call(route: string, body?: object, headers: Record<string, string> = {}, from = url, backend = '/auth'): Promise<Heard> {
      const [method, path] = route.split(' ') as [string, string]
      const response = await fetch(`${from}${backend}/sdk/v1${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          'x-sdk-client': 'e30=',
          'x-forwarded-for': address,
          origin: url,
          cookie: cookie(),
          ...headers,
        },
        body: body && JSON.stringify(body),
      })
      keep(response)
      return { status: response.status, headers: response.headers, json: (await response.json()) as Heard['json'] }
    },
  }
}

/** The headers of every answer of the examples that a browser shows. */
const HEADERS: [name: string, value: RegExp][] = [
  ...["frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'", "(?:object|default)-src 'none'"].map(
    (directive): [string, RegExp] => ['content-security-policy', new RegExp(`(?:^|; )${directive}(?:;|$)`)],
  ),
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^(?:strict-origin|no-referrer)$/],
]

/** Checks the headers of an answer. `isOfVisitor` if it depends on who is signed in. */
export const checkHeaders = ({ headers }: Pick<Response, 'headers'>, page: string, isOfVisitor: boolean): void => {
  const wanted: typeof HEADERS = isOfVisitor ? [...HEADERS, ['cache-control', /(?:^|, )no-store(?:,|$)/]] : HEADERS
  assert.equal(
    wanted.filter(([name, value]) => !value.test(headers.get(name) ?? '')).map(([name, value]) => `${name} ${value}`),
    [],
    page,
  )
}

/**
 * Starts the example's server, without its check for bots. Resolves with its URL, and with a
 * function that reads the next mail to an address from its terminal. `port` is for a second process
 * of the same site.
 */
export const startServer = async (
  folder: string,
  variables: NodeJS.ProcessEnv,
  port?: number,
): Promise<{ url: string; program: Started; mailTo: (to: string) => Promise<string> }> => {
  const own = port ?? (await freePort())
  const program = start(folder, 'start', { TRUST_PROXY: '1', BOT_CHECK: 'off', PORT: String(own), ...variables })
  await program.prints(/Open (http:\S+)/)
  const seen = new Map<string, number>()
  const mailTo = async (to: string): Promise<string> => {
    const all = () => program.printed().split(`To: ${to}\n`).slice(1)
    const at = seen.get(to) ?? 0
    await until(() => /\n\n.+\n/.test(all()[at] ?? ''), `a mail to ${to}`)
    seen.set(to, at + 1)
    return /\n\n(.+)\n/.exec(all()[at]!)![1]!
  }
  return { url: `http://localhost:${own}`, program, mailTo }
}

type Visiting = Pick<ReturnType<typeof createVisitor>, 'cookie' | 'address'>

/** Opens a page as a browser does: `fetch` sets these headers itself. */
export const navigate = (link: string, who: Visiting, mode = 'navigate', from = link): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { pathname, search } = new URL(link)
    const headers = { cookie: who.cookie(), 'x-forwarded-for': who.address, 'sec-fetch-mode': mode, 'sec-fetch-dest': 'document' }
    http.get(new URL(pathname + search, from), { headers }, (response) => resolve(response.resume())).on('error', reject)
  })

/** Opens a link in fifty tabs at once. Resolves with the cookies of each session that it made. */
export const openAtOnce = async (link: string, who: Visiting, servers: readonly string[]): Promise<string[][]> => {
  const answers = Array.from({ length: 50 }, (_, at) => navigate(link, who, 'navigate', servers[at % servers.length]))
  return (await Promise.all(answers)).filter(({ statusCode }) => statusCode === 303).map(({ headers }) => headers['set-cookie'] ?? [])
}

/**
 * Opens a link in the browser that asked for it: the answer is a redirect with the session, before
 * any page or script.
 */
export const openAndLand = async (page: Page, link: string, to: string): Promise<void> => {
  const landed = page.waitForResponse(link)
  const opened = await page.goto(link)
  const headers = await (await landed).allHeaders()
  assert.equal(
    [(await landed).status(), new URL(headers.location ?? '', link).href, headers['referrer-policy'], headers['cache-control']],
    [303, new URL(to, link).href, 'no-referrer', 'no-store'],
  )
  // nothing in between
  assert.is(opened!.request().redirectedFrom()?.url(), link)
  assert.is(page.url(), new URL(to, link).href)
}

/** Where Debian puts the programs of PostgreSQL that are in nobody's path. */
const postgresPrograms = () => {
  const debian = '/usr/lib/postgresql'
  const folders = [
    ...(existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []),
    ...(process.env.PATH ?? '').split(':'),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/**
 * Creates a database of PostgreSQL that can be stopped and started again; undefined where it is not
 * installed. It refuses to run as root, so it runs as `nobody` there.
 */
export const createPostgres = async () => {
  const programs = postgresPrograms()
  if (!programs) return undefined
  const isRoot = process.getuid?.() === 0
  const user = isRoot ? { uid: Number(execFileSync('id', ['-u', 'nobody'])), gid: Number(execFileSync('id', ['-g', 'nobody'])) } : {}
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'))
  chmodSync(folder, 0o700)
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const options = { ...user, cwd: folder, env: { ...process.env, HOME: folder, LC_ALL: 'C' } }
  const created = spawnSync(join(programs, 'initdb'), ['-D', join(folder, 'data'), '-U', 'app', '-A', 'trust', '-N'], {
    ...options,
    encoding: 'utf8',
  })
  if (created.status !== 0) throw new Error(created.stderr)
  const port = await freePort()
  let child: ChildProcess | undefined
  const database = {
    url: `postgres://app@127.0.0.1:${port}/postgres`,
    async start() {
      const args = ['-D', join(folder, 'data'), '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off']
      const starting = spawn(join(programs, 'postgres'), args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
      let said = ''
      starting.stderr!.on('data', (data) => {
        said += data
      })
      child = starting
      await until(() => said.includes('ready to accept connections'), 'PostgreSQL')
    },
    async stop() {
      const stopping = child
      if (!stopping) return
      child = undefined
      // at once, as when the machine is lost
      stopping.kill('SIGQUIT')
      await until(() => stopping.exitCode !== null || stopping.signalCode !== null, 'the end of PostgreSQL')
    },
    async remove() {
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await database.start()
  return database
}

/**
 * A visitor without a password, on the page for it and the second factor: chooses one by the link
 * of a mail, uses every form, and leaves no factor. `api` is the path of the bridge.
 */
export const secureAccount = async (
  page: Page,
  url: string,
  api: string,
  linkAfter: (ask: () => Promise<unknown>) => Promise<string>,
): Promise<void> => {
  await page.goto(`${url}/security`)
  const link = await linkAfter(() => page.getByRole('button', { name: 'Email me a link to choose one' }).click())
  const reset = await page.context().request.post(`${url}${api}/sdk/v1/passwords/email/reset`, {
    headers: { origin: url, 'x-sdk-client': 'e30=' },
    data: { token: new URL(link).searchParams.get('token'), password: 'correct horse', session_duration_minutes: 60 },
  })
  assert.is(reset.status(), 200)
  await page.reload()
  const send = async (button: string, fields: Record<string, string>, answer: string) => {
    const form = page.locator('form', { has: page.getByRole('button', { name: button }) })
    for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value)
    await form.getByRole('button').click()
    await visible(page.getByText(answer))
  }
  const own = { 'Your password': 'correct horse' }
  await send('Turn it on', { 'Your password': 'wrong horse' }, 'This is not your password.')
  await send('Turn it on', own, 'Add this key to your app')
  const app = new TOTP({ secret: (await page.locator('code').textContent())! })
  await send('Confirm', { 'The code that the app shows': '000000' }, 'This code is not right')
  await send('Confirm', { 'The code that the app shows': app.generate() }, 'It is on')
  assert.is(await page.getByRole('listitem').count(), 10)
  await page.reload()
  await send('Make new backup codes', own, 'The earlier codes no longer work.')
  assert.is(await page.getByRole('listitem').count(), 10)
  assert.equal(await findingsOfAxe(page), [])
  await send('Change the password', { 'Current password': 'correct horse', 'New password': 'another horse' }, 'The password is changed')
  await send('Turn it off', { 'Your password': 'another horse' }, 'An app on your phone')
}
