/**
 * How examples/own-server starts, and several of its processes on one database: SQLite and, where
 * it is installed, PostgreSQL.
 */
import '../built/all.ts'
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { freePort } from '../harness/ports.ts'
import { leaveNothing, terminal } from './newcomer.ts'
import { catchMails, createPostgres, createVisitor, ownServer, startServer } from './ownServer.ts'
import { secret } from './shop.ts'

const test = suite('start of the own server')

const LINK = /token=([^\s&]+)/
const LOG_INS = 20

const { folder, load } = await ownServer()
const mail = await catchMails(load)
const postgres = await createPostgres()
const settings = { SMTP_URL: mail.url, BETTER_AUTH_SECRET: secret }

test.after(async () => {
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

for (const { name, url, empty } of databases) {
  const run = async () => {
    for (let round = 0; round < 3; round++) {
      await empty()
      const ports = [await freePort(), await freePort()]
      const variables = { ...settings, DATABASE_URL: url, BASE_URL: `http://localhost:${ports[0]}` }
      const servers = await Promise.all(ports.map((port) => startServer(folder, variables, port)))
      try {
        const statuses = await Promise.all(
          Array.from({ length: LOG_INS }, async (_, at) => {
            const email = `${name}${round}-${at}@example.com`.toLowerCase()
            const visitor = createVisitor(variables.BASE_URL)
            const call = (route: string, body: object) => visitor.call(route, body, {}, servers[at % 2]!.url)
            const token = await mail.after(email, LINK, () => call('POST /magic_links/email/login_or_create', { email }))
            return (await call('POST /magic_links/authenticate', { token, session_duration_minutes: 60 })).status
          }),
        )
        assert.equal(statuses, Array.from({ length: LOG_INS }, () => 200))
      } finally {
        for (const { program } of servers) await program.interrupt()
      }
    }
  }
  const title = `two processes that start together on an empty ${name}, and ${LOG_INS} log-ins at once`
  if (url) test(title, run)
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
  const port = await freePort()
  const free = String(await freePort())
  const { program } = await startServer(folder, settings, port)
  try {
    const cases: [NodeJS.ProcessEnv, RegExp][] = [
      [{ PORT: String(port) }, /^This port cannot be used: .*EADDRINUSE.*\. Set PORT to another one\.\n$/],
      [{ DATABASE_URL: `postgres://app:hidden@127.0.0.1:${free}/shop` }, /^The database cannot be opened: connect ECONNREFUSED \S+\. Is .*\n$/],
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
  } finally {
    await program.interrupt()
  }
})

test.run()
