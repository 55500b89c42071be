import bcrypt from 'bcryptjs'
import Database from 'libsql'

/** The product's database. libSQL has the calls of better-sqlite3, and needs no compiler. */
export const database = new Database(process.env.DATABASE ?? 'app.db')
database.pragma('journal_mode = WAL')

// the table that was there before: names of its own, and passwords that bcrypt has hashed
database.exec(`CREATE TABLE IF NOT EXISTS people (
  person_id INTEGER PRIMARY KEY AUTOINCREMENT,
  mail TEXT NOT NULL UNIQUE COLLATE NOCASE,
  mail_confirmed INTEGER NOT NULL DEFAULT 0,
  pw_hash TEXT,
  full_name TEXT
)`)
database
  .prepare('INSERT OR IGNORE INTO people (mail, mail_confirmed, pw_hash, full_name) VALUES (?, 1, ?, ?)')
  .run('Ada@example.com', bcrypt.hashSync('correct horse', 10), 'Ada Lovelace')
