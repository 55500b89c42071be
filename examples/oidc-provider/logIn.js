import { createBridge } from 'latchkey/bridge'
import { ownServer, sqliteStore } from 'latchkey/bridge/own'
import { apps } from './consent.js'
import { database, endLogIn } from './database.js'
import { baseURL } from './settings.js'

const byId = database.prepare('SELECT * FROM people WHERE id = ?')
const byEmail = database.prepare('SELECT * FROM people WHERE email = ?')
const add = database.prepare('INSERT INTO people (email, verified, hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING *')

const personOf = (row) => row && { id: row.id, email: row.email, emailVerified: row.verified === 1, passwordHash: row.hash, name: row.name }

const columns = { emailVerified: 'verified', passwordHash: 'hash', name: 'name' }

export const person = (id) => personOf(byId.get(id))

// mails lead to pages with the form, and nowhere else
const isPage = ({ pathname }) => ['/', '/consent'].includes(pathname)

/** Keeps links, codes, sessions and counts. */
export const store = sqliteStore(database)

const { backend } = ownServer({
  baseURL,
  users: {
    byId: person,
    byEmail: (email) => personOf(byEmail.get(email)),
    create: ({ email, emailVerified, passwordHash }) => personOf(add.get(email, emailVerified ? 1 : 0, passwordHash ?? null)),
    update(id, changes) {
      for (const [name, value] of Object.entries(changes))
        database.prepare(`UPDATE people SET ${columns[name]} = ? WHERE id = ?`).run(value === true ? 1 : value, id)
    },
  },
  store,
  // your mail function goes here
  send: ({ kind, to, url, code, minutes }) => console.log(`\nTo: ${to}\nYour ${kind}, for ${minutes} minutes:\n\n${url || code}\n`),
})

/** When a session began, as the provider counts. */
export const loginTsOf = ({ started_at }) => Math.floor(Date.parse(started_at) / 1000)

const sessions = {
  ...backend.sessions,
  // what apps have of a session ends with it
  async revoke(body, visit) {
    const now = await answer.sessionOf(visit.request)
    if (now) endLogIn(now.user_id, loginTsOf(now.session))
    return backend.sessions.revoke(body, visit)
  },
}

/** Answers the widget: logs in, and asks for consent. */
export const answer = createBridge({ ...backend, sessions, ...apps }, { origins: [baseURL], isPage })
