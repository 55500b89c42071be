/** The store in memory, and what a store over SQL asks its driver. On databases: test/hosts/. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { memoryStore, pgStore, sqliteStore, storeTable, type PgPool } from '../../../src/server/own/index.ts'
import { storeChecks } from './stores.ts'

const test = suite('own server: stores')

storeChecks(test, 'memory', memoryStore)

const noDatabase = { exec: () => {}, prepare: () => ({ get: () => undefined, run: () => {} }) }

test('a table has a name that SQL needs no quotes for', () => {
  for (const table of ['a b', 'a;drop table users', '', '1a', 'ä', 'a'.repeat(60), 'a"'])
    for (const make of [() => storeTable({ table }), () => sqliteStore(noDatabase, { table })])
      assert.throws(make, /cannot be named/, table)
  assert.match(storeTable(), /CREATE TABLE IF NOT EXISTS latchkey \(/)
  assert.match(storeTable({ table: 'log_ins' }), /CREATE INDEX IF NOT EXISTS log_ins_until ON log_ins/)
})

/** A pool that answers nothing and notes what it is asked. */
const createPool = (fails = () => false) => {
  const asked: string[] = []
  const pool: PgPool = {
    async query(sql) {
      asked.push(sql.split(/\s+/).slice(0, 2).join(' '))
      if (fails()) throw new Error('ECONNREFUSED')
      return { rows: [] }
    },
  }
  return { pool, asked }
}

test('PostgreSQL gets its table once, or not at all, and again after a failure', async () => {
  const { pool, asked } = createPool()
  const store = pgStore(pool)
  await Promise.all([store.get('a'), store.get('b')])
  assert.equal(asked, ['SELECT pg_advisory_xact_lock(7205759403792793);', 'SELECT value', 'SELECT value'])

  const bare = createPool()
  await pgStore(bare.pool, { create: false }).get('a')
  assert.equal(bare.asked, ['SELECT value'])

  let isDown = true
  const down = createPool(() => isDown)
  const failing = pgStore(down.pool)
  for (const call of [() => failing.get('a'), () => failing.put('a', 'b', 1), () => failing.hit('a', 1)]) {
    const error = await Promise.resolve(call()).catch((reason: Error) => reason)
    assert.match(String(error), /ECONNREFUSED/)
  }
  isDown = false
  assert.is(await failing.get('a'), undefined)
})

test('rows whose time is over are removed once a minute', async () => {
  const { pool, asked } = createPool()
  const store = pgStore(pool, { create: false })
  const { now } = Date
  try {
    await store.put('a', 'b', 1)
    Date.now = () => now() + 61_000
    await store.put('a', 'b', 1)
    await store.put('a', 'b', 1)
  } finally {
    Date.now = now
  }
  assert.equal(asked, ['INSERT INTO', 'INSERT INTO', 'DELETE FROM', 'INSERT INTO'])
})

test.run()
