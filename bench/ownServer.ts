/**
 * Measures log-ins by code at a server of one's own: through the bridge, and with the same calls of
 * Better Auth sent directly, on several kinds of SQLite.
 * `node --import tsx bench/ownServer.ts [PER SECOND] [SECONDS]` installs what it needs in
 * `.cache/`. Everything runs in this process, on one core as far as JavaScript goes.
 */
import { performance } from 'node:perf_hooks'
import { leaveNothing, withSharedPackages } from '../test/hosts/newcomer.ts'
import { createShop, SHOP, startProvider } from '../test/hosts/shop.ts'

const [perSecond = 200, seconds = 10] = process.argv.slice(2).map(Number)

const { folder, load } = await withSharedPackages('own-server', { 'oidc-provider': '*', 'better-sqlite3': '*' })
const [{ LibsqlDialect }, { createClient }, { default: Database }] = await Promise.all(
  ['@libsql/kysely-libsql', '@libsql/client', 'better-sqlite3'].map(load),
)
const provider = await startProvider(load)

/** SQLite by libsql, after these statements. */
const libsql = async (name: string, ...statements: string[]) => {
  const client = createClient({ url: `file:${folder}/${name}.db` })
  for (const statement of statements) await client.execute(statement)
  return { dialect: new LibsqlDialect({ client }), type: 'sqlite' }
}
const betterSqlite = new Database(`${folder}/better.db`)
const WAL = ['PRAGMA journal_mode = WAL', 'PRAGMA synchronous = NORMAL'] as const
for (const statement of WAL) betterSqlite.exec(statement)

const databases: Record<string, unknown> = {
  'libsql, as it comes': await libsql('usual'),
  'libsql, WAL': await libsql('wal', WAL[0]),
  'libsql, WAL, synchronous NORMAL': await libsql('normal', ...WAL),
  'better-sqlite3, WAL, synchronous NORMAL': betterSqlite,
}

let visitors = 0

/** Sends requests of one visitor, with their cookies. */
const createVisitor = (handle: (request: Request) => Promise<Response>) => {
  const address = `10.${++visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`
  let cookie = ''
  return async (method: string, path: string, body?: object) => {
    const headers = { 'x-forwarded-for': address, origin: SHOP, 'content-type': 'application/json', 'x-sdk-client': 'e30=', cookie }
    const response = await handle(new Request(SHOP + path, { method, headers, body: body && JSON.stringify(body) }))
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    const set = response.headers.getSetCookie().map((line) => line.split(';')[0])
    if (set.length > 0) cookie = set.join('; ')
    return (await response.json()) as { data?: { method_id: string } }
  }
}

/**
 * The ways to log in at one server. Each resolves with how long the log-in took after the code had
 * arrived, in ms.
 */
const waysOf = ({ bridge, sent }: Awaited<ReturnType<typeof createShop>>) => {
  const codeFor = (email: string) => {
    const at = sent.findIndex(({ to }) => to === email)
    return /\d{6}/.exec(sent.splice(at, 1)[0]!.text)![0]
  }
  return {
    async bridge(email: string) {
      const call = createVisitor(bridge.fetch!)
      const { data } = await call('POST', '/auth/sdk/v1/otps/email/login_or_create', { email })
      const token = codeFor(email)
      const start = performance.now()
      await call('POST', '/auth/sdk/v1/otps/authenticate', { token, method_id: data!.method_id, session_duration_minutes: 60 })
      return performance.now() - start
    },
    // what the bridge asks Better Auth, by the same handler
    async direct(email: string) {
      const call = createVisitor(bridge.fetch!)
      await call('POST', '/api/auth/email-otp/send-verification-otp', { email, type: 'sign-in' })
      const otp = codeFor(email)
      const start = performance.now()
      await call('POST', '/api/auth/sign-in/email-otp', { email, otp })
      await call('GET', '/api/auth/get-session?disableCookieCache=true')
      await Promise.all([call('GET', '/api/auth/list-accounts'), call('GET', '/api/auth/passkey/list-user-passkeys')])
      return performance.now() - start
    },
  }
}

const percentile = (times: number[], part: number) => times.sort((one, other) => one - other)[Math.floor(times.length * part)]!.toFixed(1)

const processorTime = (since: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

const users = Array.from({ length: 100 }, (_, at) => `load${at}@example.com`)
const shops = await Promise.all(
  Object.entries(databases).map(async ([name, database]) => {
    const ways = waysOf(await createShop(load, database, provider))
    const emptySeries = () => ({ times: [] as number[], processor: [] as number[] })
    return { name, ways, alone: { direct: emptySeries(), bridge: emptySeries() } }
  }),
)
for (const { ways } of shops) for (const email of users) await ways.direct(email)

// In turn, so that whatever else the machine does slows all of them down. Processor time says what
// a core can do, also on a machine that is busy; the median leaves its worst moments out.
for (let round = 0; round < 3; round++) {
  for (const email of users) {
    for (const { ways, alone } of shops) {
      for (const way of ['bridge', 'direct'] as const) {
        const before = process.cpuUsage()
        alone[way].times.push(await ways[way](email))
        alone[way].processor.push(processorTime(before))
      }
    }
  }
}
for (const { name, alone } of shops) {
  console.log(name)
  for (const [way, { times, processor }] of Object.entries(alone)) {
    const each = Number(percentile(processor, 0.5))
    console.log(
      `  ${way}: p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms, processor ${each} ms for each with its mail, so ${Math.floor(1000 / each)} a second on one core`,
    )
  }
}

const fastest = shops.at(-1)!
for (const way of seconds > 0 ? (['direct', 'bridge'] as const) : []) {
  const times: number[] = []
  const running = new Set<Promise<unknown>>()
  const start = performance.now()
  const before = process.cpuUsage()
  for (let at = 0; at < perSecond * seconds; at++) {
    const wait = start + (at * 1000) / perSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    // a server that cannot keep up falls behind, and the rate that is printed says so
    while (running.size >= users.length) await Promise.race(running)
    const run: Promise<unknown> = fastest.ways[way](users[at % users.length]!)
      .then((took) => times.push(took))
      .finally(() => running.delete(run))
    running.add(run)
  }
  await Promise.all(running)
  const took = (performance.now() - start) / 1000
  console.log(
    `${fastest.name}, at ${perSecond} a second, ${way}: ${(times.length / took).toFixed(0)} a second, p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms, processor ${(processorTime(before) / 1000 / took).toFixed(2)} cores`,
  )
}
provider.close()
leaveNothing()
process.exit()
