import { createClient } from '@libsql/client'
import { LibsqlDialect } from '@libsql/kysely-libsql'
import pg from 'pg'

/** Identifies the lock of a start among the advisory locks of a PostgreSQL. Any number will do. */
const START = 6127340

const openSqlite = async (url) => {
  const client = createClient({ url })
  // One connection: Better Auth uses no transactions with this driver, which would open others.
  // A write waits until another process has finished its own.
  await client.execute('PRAGMA busy_timeout = 5000')
  // twice as many log-ins, because a write waits for the disk once
  await client.execute('PRAGMA journal_mode = WAL')
  return {
    database: { dialect: new LibsqlDialect({ client }), type: 'sqlite' },
    async alone(work) {
      await client.execute('BEGIN IMMEDIATE')
      await work()
      await client.execute('COMMIT')
    },
  }
}

const openPostgres = async (url) => {
  const pool = new pg.Pool({ connectionString: url, connectionTimeoutMillis: 5000 })
  // without a listener, a connection that is lost while nobody uses it would end this process
  pool.on('error', () => console.error('A connection to the database was lost.'))
  await pool.query('select 1')
  return {
    database: pool,
    async alone(work) {
      const connection = await pool.connect()
      await connection.query('begin')
      await connection.query('select pg_advisory_xact_lock($1)', [START])
      await work()
      await connection.query('commit')
      connection.release()
    },
  }
}

/**
 * Opens SQLite in a file, or PostgreSQL. Resolves with the database as Better Auth takes it, and
 * with `alone`, which runs the work of a start in one process at a time. If the work fails, so does
 * the start.
 */
export const openDatabase = async (url) => {
  try {
    return await (url.startsWith('postgres') ? openPostgres : openSqlite)(url)
  } catch (error) {
    console.error(`The database cannot be opened: ${error.message || error.code}. Is it running, and is DATABASE_URL right?`)
    process.exit(1)
  }
}
