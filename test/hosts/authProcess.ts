/**
 * The shop's Better Auth as a process of its own, on SQLite, with Node's `http`. It tells its
 * parent where it listens and what it mails.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { createAuth, type Load, type ShopOptions } from './shop.ts'

const { folder, file, issuer, options } = JSON.parse(process.argv[2]!) as Record<'folder' | 'file' | 'issuer', string> & {
  options: ShopOptions
}
const { load } = (await import(pathToFileURL(`${folder}/load.mjs`).href)) as { load: Load }
const [{ LibsqlDialect }, { toNodeHandler }] = await Promise.all(['@libsql/kysely-libsql', 'better-auth/node'].map(load))
const database = { dialect: new LibsqlDialect({ url: `file:${file}` }), type: 'sqlite' }
const auth = await createAuth(load, database, issuer, options, (to, text) => void process.send!({ to, text }))
process.on('message', () => void process.send!({}))
process.on('disconnect', () => process.exit())
const server = createServer(toNodeHandler(auth))
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
