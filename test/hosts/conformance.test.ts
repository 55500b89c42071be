/**
 * The bridge over the real Better Auth passes the checks of bridges: on SQLite, on PostgreSQL where
 * it is installed, and with the last Better Auth 1.6.
 */
import '../built/all.ts'
import { join } from 'node:path'
import { suite } from 'uvu'
import { checks } from '../../src/tools/conformance/index.ts'
import { root } from './application.ts'
import { leaveNothing, withSharedPackages } from './newcomer.ts'
import { createPostgres, ownServer } from './ownServer.ts'
import { createShop, startProvider } from './shop.ts'

const test = suite('conformance of Better Auth')

const sqlite = async (load: (name: string) => Promise<any>, folder: string, name = 'conformance') => {
  const { LibsqlDialect } = await load('@libsql/kysely-libsql')
  return { dialect: new LibsqlDialect({ url: `file:${folder}/${name}.db` }), type: 'sqlite' }
}

const { folder, load } = await ownServer()
const provider = await startProvider(load)
const postgres = await createPostgres()
const { folder: older, load: loadOlder } = await withSharedPackages('better-auth-1.6', {}, join(root, 'test/hosts/betterAuth16'))

test.after(async () => {
  provider.close()
  await postgres?.remove()
  leaveNothing()
})

/** Registers every check of a bridge. */
const passes = (on: string, { bridge }: Awaited<ReturnType<typeof createShop>>, which = /./) => {
  for (const { name, isOffered, run } of checks(bridge)) if (which.test(name)) (isOffered ? test : test.skip)(`${on}: ${name}`, run)
}

passes('SQLite', await createShop(load, await sqlite(load, folder), provider))
const confirming = await createShop(load, await sqlite(load, folder, 'confirming'), provider, {
  passwords: { requireEmailVerification: true },
})
confirming.bridge.offers.passwords = { confirms: true }
passes('SQLite, addresses are confirmed', confirming, /password|reset|confirm|proof|proven/)
const hiding = await createShop(load, await sqlite(load, folder, 'hiding'), provider, { addresses: { hideAddresses: true } })
passes('SQLite, addresses are hidden', hiding, /password|search|account/)
const olderShop = await createShop(loadOlder, await sqlite(loadOlder, older), provider)
// it keeps no resources with a consent
olderShop.bridge.offers.resources = undefined
passes('Better Auth 1.6', olderShop)

if (postgres) {
  const { default: pg } = await load('pg')
  const pool = new pg.Pool({ connectionString: postgres.url })
  pool.on('error', () => {})
  // another database changes what is stored once, counted, and removed with something else
  passes('PostgreSQL', await createShop(load, pool, provider), /once|at once|one |closed|limited|survive|ends every|spent|removed/)
} else test.skip('PostgreSQL (it is not installed: apt-get install postgresql)', () => {})

test.run()
