import type { Store } from './store.ts'

/** A connection of `node:sqlite` or of the package `better-sqlite3`. */
export interface SqliteDatabase {
  /** Runs statements. */
  exec(sql: string): unknown
  /** Prepares a statement. */
  prepare(sql: string): { get(...values: (string | number)[]): unknown; run(...values: (string | number)[]): unknown }
}

/** A pool of the package `pg`. */
export interface PgPool {
  /** Runs a statement. */
  query(sql: string, values?: (string | number)[]): Promise<{ rows: unknown[] }>
}

/** Options of a store in a database. */
export interface SqlStoreOptions {
  /** The name of its table: letters, digits and underscores. Default: `latchkey`. */
  table?: string
  /**
   * Whether the store makes its table if it is missing. Default: true. If your migrations do,
   * `storeTable` has the statements.
   */
  create?: boolean
}

const nameOf = ({ table = 'latchkey' }: SqlStoreOptions): string => {
  if (!/^[a-z_][a-z\d_]{0,50}$/i.test(table))
    throw new TypeError(`A table cannot be named ${JSON.stringify(table)}: use letters, digits and underscores.`)
  return table
}

/** Returns the SQL that makes the table of a store, for SQLite and PostgreSQL. */
export const storeTable = (options: Pick<SqlStoreOptions, 'table'> = {}): string => {
  const table = nameOf(options)
  return `CREATE TABLE IF NOT EXISTS ${table} (id text PRIMARY KEY, value text NOT NULL, until bigint NOT NULL);
CREATE INDEX IF NOT EXISTS ${table}_until ON ${table} (until);`
}

/** Returns the statements of a store. `$1` and so on are its values. */
const statementsOf = (table: string, number: 'integer' | 'bigint') => ({
  put: `INSERT INTO ${table} (id, value, until) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET value = $2, until = $3`,
  get: `SELECT value FROM ${table} WHERE id = $1 AND until > $2`,
  take: `DELETE FROM ${table} WHERE id = $1 RETURNING value, until`,
  extend: `UPDATE ${table} SET until = $2 WHERE id = $1 AND until > $3`,
  hit: `INSERT INTO ${table} (id, value, until) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET
    value = CASE WHEN ${table}.until > $4 THEN CAST(CAST(${table}.value AS ${number}) + CAST($2 AS ${number}) AS text) ELSE $2 END,
    until = CASE WHEN ${table}.until > $4 THEN ${table}.until ELSE $3 END RETURNING value`,
  sweep: `DELETE FROM ${table} WHERE until <= $1`,
})

/** How often a process removes rows whose time is over, in ms. */
const SWEEP = 60_000

type Run = (statement: keyof ReturnType<typeof statementsOf>, ...values: (string | number)[]) => unknown

/** Creates a store over a function that runs one statement and resolves with its first row. */
const sqlStore = (run: Run): Store => {
  let swept = Date.now()
  const write: Run = async (...call) => {
    const row = await run(...call)
    if (Date.now() - swept > SWEEP) {
      swept = Date.now()
      await run('sweep', swept)
    }
    return row
  }
  const valueIn = (row: unknown): string | undefined => {
    const { value } = (row ?? {}) as { value?: unknown }
    return typeof value === 'string' ? value : undefined
  }
  return {
    async put(key, value, until) {
      await write('put', key, value, until)
    },
    get: async (key) => valueIn(await run('get', key, Date.now())),
    async take(key) {
      const row = await run('take', key)
      return Number((row as { until?: unknown } | undefined)?.until) > Date.now() ? valueIn(row) : undefined
    },
    async extend(key, until) {
      await run('extend', key, until, Date.now())
    },
    hit: async (key, until, step = 1) => Number(valueIn(await write('hit', key, String(step), until, Date.now()))),
  }
}

/**
 * Creates a store in SQLite, on one machine. Processes that share the file wait for each other for
 * up to 5 seconds.
 */
export const sqliteStore = (database: SqliteDatabase, options: SqlStoreOptions = {}): Store => {
  const table = nameOf(options)
  database.exec('PRAGMA busy_timeout = 5000')
  if (options.create !== false) database.exec(storeTable(options))
  const sql = statementsOf(table, 'integer')
  // drivers differ in how they bind numbered values, and agree on those without a number
  const prepared = Object.fromEntries(
    Object.entries(sql).map(([name, text]) => {
      const order = [...text.matchAll(/\$(\d)/g)].map(([, number]) => Number(number) - 1)
      return [name, { order, statement: database.prepare(text.replaceAll(/\$\d/g, '?')) }]
    }),
  )
  return sqlStore(async (name, ...values) => {
    const { order, statement } = prepared[name]!
    const bound = order.map((at) => values[at]!)
    return /RETURNING|SELECT/.test(sql[name]) ? statement.get(...bound) : void statement.run(...bound)
  })
}

/** Creates a store in PostgreSQL, for any number of processes. */
export const pgStore = (pool: PgPool, options: SqlStoreOptions = {}): Store => {
  const table = nameOf(options)
  const sql = statementsOf(table, 'bigint')
  let made: Promise<unknown> | undefined
  const make = async () => {
    if (options.create === false) return
    // one statement for the server, so one transaction: processes that start together take turns,
    // because `IF NOT EXISTS` still fails for one of two
    made ??= pool.query(`SELECT pg_advisory_xact_lock(7205759403792793);\n${storeTable(options)}`)
    await made.catch((error: unknown) => {
      made = undefined
      throw error
    })
  }
  return sqlStore(async (name, ...values) => {
    await make()
    return (await pool.query(sql[name], values)).rows[0]
  })
}
