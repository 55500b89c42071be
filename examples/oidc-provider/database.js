import { generateKeyPairSync, randomBytes } from 'node:crypto'
import Database from 'libsql'

/** The product's database. libSQL has the calls of better-sqlite3, and needs no compiler. */
export const database = new Database(process.env.DATABASE ?? 'app.db')
database.pragma('journal_mode = WAL')
database.exec(`
CREATE TABLE IF NOT EXISTS people (id INTEGER PRIMARY KEY AUTOINCREMENT, email TEXT NOT NULL UNIQUE, verified INTEGER NOT NULL, hash TEXT, name TEXT);
CREATE TABLE IF NOT EXISTS consents (person TEXT, client TEXT, grant_id TEXT, resources TEXT, at INTEGER, PRIMARY KEY (person, client));
CREATE TABLE IF NOT EXISTS oidc (model TEXT, id TEXT, payload TEXT, grant_id TEXT, uid TEXT, user_code TEXT, until INTEGER, PRIMARY KEY (model, id));
CREATE INDEX IF NOT EXISTS oidc_grant ON oidc (grant_id);
CREATE TABLE IF NOT EXISTS secrets (id INTEGER PRIMARY KEY CHECK (id = 1), value TEXT)`)

const newSecrets = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: randomBytes(8).toString('hex'), use: 'sig', alg: 'RS256' }
  return { keys: [key], cookies: randomBytes(32).toString('hex') }
}
const stored = () => database.prepare('SELECT value FROM secrets').get()
if (!stored()) database.prepare('INSERT OR IGNORE INTO secrets (id, value) VALUES (1, ?)').run(JSON.stringify(newSecrets()))

/** The provider's keys, which outlive a restart. Move them to where you keep secrets. */
export const secrets = JSON.parse(stored().value)

const now = () => Math.floor(Date.now() / 1000)
const statement = {
  put: database.prepare('INSERT OR REPLACE INTO oidc (model, id, payload, grant_id, uid, user_code, until) VALUES (?, ?, ?, ?, ?, ?, ?)'),
  find: database.prepare('SELECT payload FROM oidc WHERE model = ? AND id = ? AND (until IS NULL OR until > ?)'),
  byUid: database.prepare('SELECT payload FROM oidc WHERE model = ? AND uid = ? AND (until IS NULL OR until > ?)'),
  byCode: database.prepare('SELECT payload FROM oidc WHERE model = ? AND user_code = ? AND (until IS NULL OR until > ?)'),
  consume: database.prepare("UPDATE oidc SET payload = json_set(payload, '$.consumed', ?) WHERE model = ? AND id = ?"),
  destroy: database.prepare('DELETE FROM oidc WHERE model = ? AND id = ?'),
  revoke: database.prepare('DELETE FROM oidc WHERE model = ? AND grant_id = ?'),
  logOut: database.prepare(
    "DELETE FROM oidc WHERE model = 'Session' AND json_extract(payload, '$.accountId') = ? AND json_extract(payload, '$.loginTs') = ?",
  ),
  sweep: database.prepare('DELETE FROM oidc WHERE until <= ?'),
}
const payloadOf = (row) => row && JSON.parse(row.payload)
setInterval(() => statement.sweep.run(now()), 60_000).unref()

/** Ends the provider's sessions of one log-in, and with them the codes and tokens of apps. */
export const endLogIn = (personId, loginTs) => statement.logOut.run(personId, loginTs)

/** Keeps what the provider issues, as its documentation describes an adapter. */
export class Adapter {
  constructor(model) {
    this.model = model
  }
  async upsert(id, payload, expiresIn) {
    const { grantId = null, uid = null, userCode = null } = payload
    statement.put.run(this.model, id, JSON.stringify(payload), grantId, uid, userCode, expiresIn ? now() + expiresIn : null)
  }
  async find(id) {
    return payloadOf(statement.find.get(this.model, id, now()))
  }
  async findByUid(uid) {
    return payloadOf(statement.byUid.get(this.model, uid, now()))
  }
  async findByUserCode(code) {
    return payloadOf(statement.byCode.get(this.model, code, now()))
  }
  async consume(id) {
    statement.consume.run(now(), this.model, id)
  }
  async destroy(id) {
    statement.destroy.run(this.model, id)
  }
  async revokeByGrantId(grantId) {
    statement.revoke.run(this.model, grantId)
  }
}
