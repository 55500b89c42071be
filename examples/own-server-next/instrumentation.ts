/** Creates the tables when the server starts. */
export const register = async () => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { auth, database } = await import('./auth')
  const { getMigrations } = await import('better-auth/db/migration')
  // a write waits for the disk once
  await database.execute('PRAGMA journal_mode = WAL')
  // the lock is for processes that start at the same time
  await database.execute('BEGIN IMMEDIATE')
  await (await getMigrations(auth.options)).runMigrations()
  await database.execute('COMMIT')
}
