import { randomBytes } from 'node:crypto'
import bcrypt from 'bcryptjs'
import { proofOfWork } from 'latchkey/bridge'
import { expressSessions, ownServer, sqliteStore } from 'latchkey/bridge/own'
import { database } from './database.js'

export const baseURL = process.env.BASE_URL ?? `http://localhost:${process.env.PORT ?? 3000}`

const byId = database.prepare('SELECT * FROM people WHERE person_id = ?')
const byMail = database.prepare('SELECT * FROM people WHERE mail = ?')
const add = database.prepare('INSERT INTO people (mail, mail_confirmed, pw_hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING *')

/** A row of the table, by the names that Latchkey knows. */
const userOf = (row) =>
  row && {
    id: row.person_id,
    email: row.mail,
    emailVerified: row.mail_confirmed === 1,
    passwordHash: row.pw_hash,
    name: row.full_name,
  }

const columns = { emailVerified: 'mail_confirmed', passwordHash: 'pw_hash', name: 'full_name' }

const store = sqliteStore(database)
const { BOT_CHECK, SESSION_SECRET = randomBytes(32).toString('hex') } = process.env

export const { answer, userOf: signedIn } = ownServer({
  baseURL,
  users: {
    byId: (id) => userOf(byId.get(id)),
    byEmail: (email) => userOf(byMail.get(email)),
    create: ({ email, emailVerified, passwordHash }) => userOf(add.get(email, emailVerified ? 1 : 0, passwordHash ?? null)),
    update(id, changes) {
      for (const [name, value] of Object.entries(changes))
        database.prepare(`UPDATE people SET ${columns[name]} = ? WHERE person_id = ?`).run(value === true ? 1 : value, id)
    },
  },
  store,
  // What sends a mail or tries a password costs a browser a second of work. BOT_CHECK=off is for
  // scripts that test the server.
  botCheck: BOT_CHECK === 'off' ? undefined : proofOfWork({ secret: SESSION_SECRET, store }),
  sessions: expressSessions(),
  passwords: { old: { verify: (hash, password) => bcrypt.compare(password, hash), example: bcrypt.hashSync('', 10) } },
  // your mail function goes here
  send: ({ kind, to, url, code, minutes }) => console.log(`\nTo: ${to}\nYour ${kind}, for ${minutes} minutes:\n\n${url || code}\n`),
  // mails lead to the form, and nowhere else
  isPage: ({ pathname }) => pathname === '/',
})
