/**
 * examples/own-server as a program: how it starts, two of its processes on one database (SQLite
 * and, where it is installed, PostgreSQL), what its pages send, and how it checks passwords.
 */
import '../built/all.ts'
import { createHook } from 'node:async_hooks'
import { spawnSync } from 'node:child_process'
import { scryptSync } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { freePort } from '../harness/ports.ts'
import { leaveNothing, terminal } from './newcomer.ts'
import { catchMails, checkHeaders, createPostgres, createVisitor, ownServer, startServer } from './ownServer.ts'
import { secret } from './shop.ts'
import { rejection } from '../harness/rejection.ts'

const test = suite('program of the own server')

const LINK = /token=([^\s&]+)/
const LOG_INS = 20

const { folder, load } = await ownServer()
const mail = await catchMails(load)
const postgres = await createPostgres()
const settings = { SMTP_URL: mail.url, BETTER_AUTH_SECRET: secret }
const port = await freePort()
const { url, program } = await startServer(folder, settings, port)

test.after(async () => {
  await program.interrupt()
  await mail.close()
  await postgres?.remove()
  leaveNothing()
})

const databases: { name: string; url: string | undefined; empty: () => Promise<void> }[] = [
  {
    name: 'SQLite',
    url: 'file:together.db',
    async empty() {
      for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `together.db${end}`), { force: true })
    },
  },
  {
    name: 'PostgreSQL',
    url: postgres?.url,
    async empty() {
      const { Client } = (await load('pg')).default
      const client = new Client({ connectionString: postgres!.url })
      await client.connect()
      await client.query('drop schema public cascade; create schema public')
      await client.end()
    },
  },
]

for (const { name, url: database, empty } of databases) {
  const run = async () => {
    await empty()
    const ports = [await freePort(), await freePort()]
    const variables = { ...settings, DATABASE_URL: database, BASE_URL: `http://localhost:${ports[0]}` }
    const servers = await Promise.all(ports.map((port) => startServer(folder, variables, port)))
    try {
      const statuses = await Promise.all(
        Array.from({ length: LOG_INS }, async (_, at) => {
          const email = `${name}${at}@example.com`.toLowerCase()
          const visitor = createVisitor(variables.BASE_URL)
          const call = (route: string, body: object) => visitor.call(route, body, {}, servers[at % 2]!.url)
          const token = await mail.after(email, LINK, () => call('POST /magic_links/email/login_or_create', { email }))
          return (await call('POST /magic_links/authenticate', { token, session_duration_minutes: 60 })).status
        }),
      )
      assert.equal(
        statuses,
        Array.from({ length: LOG_INS }, () => 200),
      )
    } finally {
      for (const { program } of servers) await program.interrupt()
    }
  }
  const title = `two processes that start together on an empty ${name}, and ${LOG_INS} log-ins at once`
  if (database) test(title, run)
  else test.skip(`${title} (PostgreSQL is not installed: apt-get install postgresql)`, run)
}

/** Starts the example where it cannot start. */
const failure = (variables: NodeJS.ProcessEnv) =>
  spawnSync(process.execPath, ['server.js'], {
    cwd: folder,
    encoding: 'utf8',
    env: terminal({ ...settings, ...variables }),
    timeout: 60_000,
  })

test('a start that fails says why in one sentence', async () => {
  const free = String(await freePort())
  const cases: [NodeJS.ProcessEnv, RegExp][] = [
    [{ PORT: String(port) }, /^This port cannot be used: .*EADDRINUSE.*\. Set PORT to another one\.\n$/],
    [
      { DATABASE_URL: `postgres://app:hidden@127.0.0.1:${free}/shop` },
      /^The database cannot be opened: connect ECONNREFUSED \S+\. Is .*\n$/,
    ],
    [{ DATABASE_URL: `postgres://app:hidden@localhost:${free}/shop` }, /^The database cannot be opened: .*ECONNREFUSED.*\. Is .*\n$/],
    [{ DATABASE_URL: 'file:no/such/folder.db' }, /^The database cannot be opened: .*no\/such\/folder\.db.*\. Is .*\n$/],
    [{ DATABASE_URL: 'file:server.js' }, /^The database cannot be opened: .*\. Is .*\n$/],
  ]
  for (const [variables, sentence] of cases) {
    const { status, stderr } = failure({ PORT: free, ...variables })
    assert.is(status, 1)
    assert.match(stderr, sentence)
    assert.not.match(stderr, 'hidden')
  }
})

/** Signs a visitor in by a link. */
const signIn = async (email: string) => {
  const visitor = createVisitor(url)
  const token = await mail.after(email, LINK, () => visitor.call('POST /magic_links/email/login_or_create', { email }))
  await visitor.call('POST /magic_links/authenticate', { token, session_duration_minutes: 60 })
  return visitor
}

test('every page has its headers, signed in or not', async () => {
  const pages = ['/', '/?token=a', '/account', '/security', '/consent', '/nothing', '/page.css', '/auth/sdk/v1/sessions']
  const visitors = { nobody: createVisitor(url), somebody: await signIn('headers@example.com') }
  for (const [who, visitor] of Object.entries(visitors))
    for (const page of pages)
      checkHeaders(await visitor.open(page), `${page} for ${who}`, /^\/(?:$|\?|account|security|consent)/.test(page))
})

const plain = (text: string) =>
  text.replace(/&(?:quot|#39|lt|gt|amp);/g, (sign) => ({ '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' })[sign]!)

test('text and attributes are escaped for where they stand', async () => {
  const visitor = await signIn('text@example.com')
  const database = (await load('@libsql/client')).createClient({ url: `file:${join(folder, 'app.db')}` })
  let now = 'text@example.com'
  for (const email of [
    '"<img/src=x onerror=alert(1)>"@example.com',
    `"o'neil&amp;<b>"@example.com`,
    '"</p></main><script>alert(1)</script>"@example.com',
  ]) {
    await database.execute({ sql: 'update user set email = ? where email = ?', args: [email, now] })
    now = email
    const html = await (await visitor.open('/account')).text()
    const [, shown] = /<p>You are signed in as ([^<>"']*)\.<\/p>\n/.exec(html) ?? []
    assert.is(plain(shown!), email)
  }
  const state = `'"&<>&quot;`
  const form = await (await createVisitor(url).open(`/consent?${new URLSearchParams({ state })}`)).text()
  const [, config] = / data-config="([^<>"']*)" async>/.exec(form) ?? []
  const { successURL } = JSON.parse(plain(config!))
  assert.is(new URL(successURL, url).searchParams.get('state'), state)
})

test('passwords are checked beside other work, at most two at once, and no hash asks for too much', async () => {
  const { verifyPassword } = await load(join(folder, 'importUsers.js'))
  const { hashPassword } = await load('better-auth/crypto')
  const [password, salt] = ['Battery staple 42', Buffer.from('a salt')]
  const phc = (parameters: string, key: Buffer) => `$scrypt$${parameters}$${salt.toString('base64')}$${key.toString('base64')}`
  const imported = phc('ln=15,r=8,p=1', scryptSync(password, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 }))
  const own = await hashPassword(password)
  const running = new Set<number>()
  let most = 0
  const hook = createHook({
    init(id, type) {
      if (type !== 'SCRYPTREQUEST') return
      running.add(id)
      most = Math.max(most, running.size)
    },
    before: (id) => void running.delete(id),
  }).enable()
  const checks = [imported, own, imported, own].flatMap((hash) =>
    [password, 'wrong'].map((each) => verifyPassword({ hash, password: each })),
  )
  let isDone = false
  const results = Promise.all(checks).finally(() => {
    isDone = true
  })
  let turns = 0
  for (; !isDone; turns++) await new Promise((resolve) => setImmediate(resolve))
  hook.disable()
  assert.equal(await results, [true, false, true, false, true, false, true, false])
  assert.is(most, 2)
  assert.ok(turns > 100, `the event loop turned ${turns} times`)

  for (const parameters of ['ln=30,r=8,p=1', 'ln=17,r=99,p=99', 'ln=0,r=8,p=1', 'ln=14,r=0,p=1', 'ln=14,r=8,p=0']) {
    const hash = phc(parameters, salt.subarray(0, 6)).padEnd(80, 'A')
    assert.match((await rejection(verifyPassword({ hash, password }))).message, /is not checked: N \* r \* p may be at most \d+\.$/)
  }
  // an empty key would be that of every password
  for (const key of ['', '='.repeat(22), 'AA'])
    assert.is.not(await verifyPassword({ hash: `$scrypt$ln=4,r=1,p=1$AAAA$${key}`, password }).catch(() => false), true)
})

test.run()
