/**
 * A server in front of a users table, on real databases: stores, attacks, the checks of bridges,
 * two processes, and examples/own-users as a host has it. PostgreSQL where it is installed.
 */
import '../built/all.ts'
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createBridge, refusal } from '../../src/server/bridge/index.ts'
import { pgStore, sqliteStore, type OwnUsers } from '../../src/server/own/index.ts'
import { checks, type BridgeUnderTest } from '../../src/tools/conformance/index.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { samplesOf } from '../harness/documents.ts'
import { serve } from '../harness/listening.ts'
import { freePort } from '../harness/ports.ts'
import { actions, attacks, newEmail } from '../server/own/attacks.ts'
import { landings } from '../server/bridge/landings.ts'
import { createHost, createSite, ORIGIN, underTest, type Person } from '../server/own/host.ts'
import { storeChecks } from '../server/own/stores.ts'
import { networkNote, ownWidget, visible } from '../chromium/visitors.ts'
import { leaveNothing, withSharedPackages, type Started } from './newcomer.ts'
import { checkHeaders, createPostgres, createVisitor, navigate, openAndLand, openAtOnce, startServer } from './ownServer.ts'

const test = suite('in front of a users table')

const { folder, load } = await withSharedPackages('own-users', { fastify: '5.12.8', node: '24.21.0', pg: '8.23.1' })
const postgres = await createPostgres()
const { default: Libsql } = await load('libsql')

const programs: Started[] = []
const closing: (() => unknown)[] = []
test.after(async () => {
  for (const program of programs) await program.interrupt()
  for (const close of closing) await close()
  await postgres?.remove()
  await closeBrowser()
  leaveNothing()
})

const columns = { emailVerified: 'verified', passwordHash: 'hash', name: 'name' } as const

/** A row of the tests' table of users. */
interface Row {
  id: number
  email: string
  verified: number | boolean
  hash: string | null
  name: string | null
}

/** Adds `count` rows to a table of users. */
const rowsFor = (count: number) => Array.from({ length: count }, (_, at) => `somebody-${at}@example.com`)

const sqlite = (file: string) => {
  const database = new Libsql(join(folder, file))
  closing.push(() => database.close())
  database.exec('PRAGMA journal_mode = WAL')
  const usersIn = (table: string, count = 0): OwnUsers<Person> => {
    database.exec(`CREATE TABLE ${table} (id integer primary key, email text unique, verified integer, hash text, name text)`)
    const fill = database.prepare(`INSERT INTO ${table} (email, verified) VALUES (?, 1)`)
    database.transaction(() => rowsFor(count).forEach((email) => fill.run(email)))()
    const user = (row?: Row) => row && { ...row, emailVerified: row.verified === 1, passwordHash: row.hash }
    const [byId, byEmail, add] = [
      `SELECT * FROM ${table} WHERE id = ?`,
      `SELECT * FROM ${table} WHERE email = ?`,
      `INSERT INTO ${table} (email, verified, hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING *`,
    ].map((sql) => database.prepare(sql))
    return {
      byId: (id) => user(byId.get(id)),
      byEmail: (email) => user(byEmail.get(email)),
      create: ({ email, emailVerified, passwordHash }) => user(add.get(email, Number(emailVerified), passwordHash ?? null)),
      update(id, changes) {
        for (const [name, value] of Object.entries(changes))
          database
            .prepare(`UPDATE ${table} SET ${columns[name as keyof typeof columns]} = ? WHERE id = ?`)
            .run(value === true ? 1 : value, id)
      },
    }
  }
  return { usersIn, storeIn: (table: string) => sqliteStore(database, { table }) }
}

/** What the tests use of a pool of `pg`. */
interface Pool {
  query(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>
}

const postgresOf = (pool: Pool) => {
  const usersIn = (table: string, count = 0): OwnUsers<Person> => {
    let made: Promise<unknown> | undefined
    const query = async (sql: string, values: unknown[]) => {
      await (made ??= pool.query(
        `CREATE TABLE ${table} (id serial primary key, email text unique, verified boolean, hash text, name text);
        INSERT INTO ${table} (email, verified) SELECT 'somebody-' || n || '@example.com', true FROM generate_series(1, ${count}) n`,
      ))
      const { rows } = await pool.query(sql, values)
      const [row] = rows
      return row && { ...row, emailVerified: row.verified === true, passwordHash: row.hash }
    }
    return {
      byId: (id) => query(`SELECT * FROM ${table} WHERE id = $1`, [id]),
      byEmail: (email) => query(`SELECT * FROM ${table} WHERE email = $1`, [email]),
      create: ({ email, emailVerified, passwordHash }) =>
        query(`INSERT INTO ${table} (email, verified, hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING *`, [
          email,
          emailVerified,
          passwordHash ?? null,
        ]),
      async update(id, changes) {
        for (const [name, value] of Object.entries(changes))
          await query(`UPDATE ${table} SET ${columns[name as keyof typeof columns]} = $1 WHERE id = $2`, [value, id])
      },
    }
  }
  return { usersIn, storeIn: (table: string) => pgStore(pool, { table }) }
}

const databases: { on: string; database?: ReturnType<typeof sqlite> }[] = [{ on: 'SQLite', database: sqlite('own.db') }]
if (postgres) {
  const { default: pg } = await load('pg')
  const pool = new pg.Pool({ connectionString: postgres.url })
  pool.on('error', () => {})
  closing.push(() => pool.end())
  databases.push({ on: 'PostgreSQL', database: postgresOf(pool) })
} else databases.push({ on: 'PostgreSQL' })

let tables = 0
for (const { on, database } of databases) {
  if (!database) {
    test.skip(`${on} (it is not installed: apt-get install postgresql)`, () => {})
    continue
  }
  const create: typeof createHost = (options) => {
    const number = ++tables
    return createHost({ users: database.usersIn(`people_${number}`), store: database.storeIn(`store_${number}`), ...options })
  }
  storeChecks(test, on, () => database.storeIn('checked'))
  attacks(test, on, create)
  landings(test, on, async () => createSite(create))
  // in SQLite, the example passes them
  const rules = on === 'SQLite' ? [] : checks(underTest(create()))
  for (const { name, isOffered, run } of rules) if (isOffered) test(`${on}: ${name}`, run)

  test(`${on}: a log-in among 100,000 users costs at most 1.3 times one among ten`, async () => {
    const [few, many] = [10, 100_000].map((count) => {
      const number = ++tables
      const host = createHost({
        users: database.usersIn(`people_${number}`, count),
        store: database.storeIn(`store_${number}`),
        limits: { mailsPerHour: 1000 },
      })
      return { ...actions(host), times: [] as number[] }
    }) as [ReturnType<typeof actions> & { times: number[] }, ReturnType<typeof actions> & { times: number[] }]
    for (let at = 0; at < 60; at++) {
      for (const { browser, linkTo, open, times } of [few, many]) {
        const [who, before] = [browser(), performance.now()]
        assert.is((await open(who, await linkTo('somebody-7@example.com', who))).status, 200)
        // the first ones make tables and plans
        if (at >= 10) times.push(performance.now() - before)
      }
    }
    const [short, long] = [few, many].map(({ times }) => times.sort((one, other) => one - other)[times.length >> 1]!) as [number, number]
    assert.ok(long <= 1.3 * short, `${long.toFixed(2)} ms and ${short.toFixed(2)} ms`)
  })
}

/** Starts the example. */
const startExample = async (variables: NodeJS.ProcessEnv, port?: number) => {
  const started = await startServer(folder, variables, port)
  programs.push(started.program)
  return started
}

const { url, mailTo } = await startExample({})

/** The example, through its own server, with the sessions of Express. */
const example: BridgeUnderTest = {
  url: `${url}/auth`,
  offers: { links: true, emailCodes: true, passwords: true },
  message: mailTo,
  headersOf: (visitor) => ({ 'x-forwarded-for': `203.0.${Math.floor(visitor / 250)}.${visitor % 250}` }),
}
for (const { name, isOffered, run } of checks(example)) if (isOffered) test(`examples/own-users: ${name}`, run)

test('examples/own-users: every page has its headers, and an old bcrypt hash lets its user in', async () => {
  const visitor = createVisitor(url)
  const credentials = { email: 'ada@example.com', password: 'correct horse', session_duration_minutes: 60 }
  for (let at = 0; at < 2; at++) assert.is((await visitor.call('POST /passwords/authenticate', credentials)).status, 200)
  const database = new Libsql(join(folder, 'app.db'))
  assert.match(database.prepare('SELECT pw_hash FROM people WHERE mail = ?').get(credentials.email).pw_hash, /^\$scrypt\$/)
  database.close()
  for (const who of [visitor, createVisitor(url)])
    for (const page of ['/', '/?token=a', '/account', '/page.css']) checkHeaders(await who.open(page), page, page !== '/page.css')
  assert.match(await (await visitor.open('/account')).text(), /You are signed in as Ada@example\.com\./)
})

test('examples/own-users: an opened link is a session before the page, and in another browser it is not', async () => {
  const [owner, stranger] = [createVisitor(url), createVisitor(url)]
  const email = newEmail()
  await owner.call('POST /magic_links/email/login_or_create', { email, login_magic_link_url: `${url}/` })
  const link = await mailTo(email)
  const get = (who: typeof owner, mode?: string) => navigate(link, who, mode)
  assert.is((await get(stranger)).statusCode, 200)
  assert.is((await get(owner, 'no-cors')).statusCode, 200)
  const landed = await get(owner)
  assert.equal([landed.statusCode, landed.headers.location], [303, `${url}/account`])
  const [session] = landed.headers['set-cookie']!.filter((line) => line.startsWith('sid='))
  const account = await fetch(`${url}/account`, { headers: { cookie: session!.split(';')[0]! } })
  assert.match(await account.text(), new RegExp(`You are signed in as ${email}\\.`))
})

test('examples/own-users: in a browser, a link signs in before the page; name, password, log-out, an old password', async () => {
  const { page, complaints } = await visit()
  const email = newEmail()
  await page.goto(url)
  await ownWidget(page).email.fill(email)
  await page.keyboard.press('Enter')
  await ownWidget(page).emailMeLink.click()
  const link = await mailTo(email)
  const scripts: string[] = []
  page.on('request', (request) => void scripts.push(new URL(request.url()).pathname))
  await openAndLand(page, link, '/account')
  await visible(page.getByText(`You are signed in as ${email}.`))
  assert.equal([page.url(), scripts.filter((path) => path.includes('embed.js'))], [`${url}/account`, []])
  await page.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper')
  await page.getByRole('button', { name: 'Save' }).click()
  await visible(page.getByText('Saved.'))
  await page.getByRole('button', { name: 'Log out' }).click()
  await ownWidget(page).email.fill('ada@example.com')
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.keyboard.press('Enter')
  await visible(page.getByText('You are signed in as Ada@example.com.'))
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('New password').fill('another good password')
  await page.getByRole('button', { name: 'Change' }).click()
  await visible(page.getByText('Saved.'))
  await page.reload()
  await visible(page.getByText('You are signed in as Ada@example.com.'))
  assert.equal(
    complaints.filter((complaint) => !networkNote.test(complaint)),
    [],
  )
})

test('fifty presses or fifty tabs of fifty links on two processes make one session for each link', async () => {
  for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `two.db${end}`), { force: true })
  const ports = [await freePort(), await freePort()]
  const baseUrl = `http://localhost:${ports[0]}`
  const both = []
  for (const port of ports) both.push(await startExample({ DATABASE: 'two.db', BASE_URL: baseUrl }, port))
  const [one, other] = both as [(typeof both)[0], (typeof both)[0]]
  const addresses = Array.from({ length: 50 }, newEmail)
  for (const [index, email] of addresses.entries()) {
    const asking = createVisitor(baseUrl)
    await asking.call('POST /magic_links/email/login_or_create', { email, login_magic_link_url: `${baseUrl}/` })
    const link = await one.mailTo(email)
    if (index % 2) {
      const sessions = await openAtOnce(link, asking, [one.url, other.url])
      assert.is(sessions.length, 1)
      continue
    }
    const token = new URL(link).searchParams.get('token')!
    const presses = Array.from({ length: 50 }, (_, at) =>
      createVisitor(baseUrl).call(
        'POST /magic_links/authenticate',
        { token, session_duration_minutes: 60 },
        {},
        `http://localhost:${ports[at % 2]}`,
      ),
    )
    const statuses = (await Promise.all(presses)).map(({ status }) => status)
    assert.is(statuses.filter((status) => status === 200).length, 1, statuses.join())
  }
  assert.not.match(other.program.printed(), /could not be answered/)
})

test('it answers in Express, before and behind a parser of bodies, below any path, with the address that Express trusts', async () => {
  const { default: express } = await load('express')
  for (const parser of [undefined, express.json(), express.text({ type: '*/*' }), express.raw({ type: '*/*' })]) {
    const addresses: (string | undefined)[] = []
    const answer = createBridge(
      {
        passwords: {
          async authenticate(_, visit) {
            addresses.push(visit.address)
            throw refusal('unauthorized_credentials')
          },
        },
        sessions: { revoke: async () => ({}) },
      },
      { origins: [ORIGIN] },
    )
    const app = express()
    app.set('trust proxy', true)
    if (parser) app.use(parser)
    app.use('/account', answer.node)
    const { url, close } = await serve(app)
    closing.push(close)
    const post = (path: string, body?: object, headers: Record<string, string> = {}) =>
      fetch(`${url}/account/sdk/v1${path}`, {
        method: 'POST',
        headers: { origin: ORIGIN, 'x-sdk-client': 'e30=', 'content-type': 'application/json', ...headers },
        body: body && JSON.stringify(body),
      })
    const logIn = { email: 'ada@example.com', password: 'correct horse', session_duration_minutes: 60 }
    const answers = [
      await post('/passwords/authenticate', logIn, { 'x-forwarded-for': '198.51.100.7' }),
      await post('/sessions/revoke'),
      // a form of another site
      await post('/passwords/authenticate', logIn, { 'content-type': 'text/plain' }),
    ]
    assert.equal(
      answers.map(({ status }) => status),
      [401, 200, 400],
      String(parser),
    )
    assert.equal(addresses, ['198.51.100.7'])
  }
})

test('it answers in Fastify by the lines of the guide', async () => {
  const [sample] = samplesOf('docs/guides/own-users.md').filter(({ code }) => code.includes('removeAllContentTypeParsers'))
  const { default: fastify } = await load('fastify')
  const app = fastify()
  const { answer } = createHost({ baseURL: 'http://localhost:3000' })
  new Function('app', 'answer', sample!.code)(app, answer)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  closing.push(() => app.close())
  const visitor = createVisitor('http://localhost:3000')
  const email = newEmail()
  for (const [route, body, status] of [
    ['POST /magic_links/email/login_or_create', { email }, 200],
    ['POST /magic_links/email/login_or_create', {}, 400],
    ['POST /sessions/revoke', undefined, 200],
  ] as const)
    assert.is((await visitor.call(route, body, {}, address)).status, status, route)
})

test('the store works with `node:sqlite`, too', () => {
  writeFileSync(
    join(folder, 'nodeSqlite.mjs'),
    `import { DatabaseSync } from 'node:sqlite'
import { sqliteStore } from 'latchkey/bridge/own'
const store = sqliteStore(new DatabaseSync(':memory:'))
const until = Date.now() + 60_000
await store.put('key', 'é', until)
await store.extend('key', until)
console.log(JSON.stringify([await store.get('key'), await store.take('key'), await store.take('key'), await store.hit('count', until), await store.hit('count', until, 2)]))
`,
  )
  const { stdout, stderr } = spawnSync(join(folder, 'node_modules/node/bin/node'), ['nodeSqlite.mjs'], { cwd: folder, encoding: 'utf8' })
  assert.equal(stdout && JSON.parse(stdout), ['é', 'é', null, 1, 3], stderr)
})

test.run()
