import { scryptSync, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { verifyPassword as isOwnPassword } from 'better-auth/crypto'

/** A hash of scrypt in the PHC format, as other systems export it. */
const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([^$]+)\$([^$]+)$/

/** Verifies passwords: Better Auth's own, and those that were imported. */
export const verifyPassword = async ({ hash, password }) => {
  const [, ln, r, p, salt, key] = PHC.exec(hash) ?? []
  if (!key) return isOwnPassword({ hash, password })
  const [expected, N] = [Buffer.from(key, 'base64'), 2 ** ln]
  const options = { N, r: +r, p: +p, maxmem: 256 * N * r }
  return timingSafeEqual(expected, scryptSync(password, Buffer.from(salt, 'base64'), expected.length, options))
}

const read = (file) => {
  const text = readFileSync(file, 'utf8').trim()
  // a list, an answer of the provider's user search, or a user on each line
  if (!text.startsWith('[') && text.includes('\n{')) return text.split('\n').map((line) => JSON.parse(line))
  const json = JSON.parse(text)
  return Array.isArray(json) ? json : (json.results ?? [json])
}

/**
 * Imports users from the provider's export: the users of its API, each with a `password_hash` if
 * you have those. Users keep their ids, so your own data stays linked. Who has no hash that can be
 * verified here chooses a new password with a reset. A second run imports only who is missing.
 */
export const importUsers = async (auth, file) => {
  const { adapter } = await auth.$context
  const counts = { users: 0, passwords: 0, accounts: 0, 'already there': 0, 'without an address': 0 }
  for (const user of read(file)) {
    const email = user.emails?.[0]?.email.toLowerCase()
    if (!email) {
      counts['without an address']++
      continue
    }
    const known = await adapter.findOne({ model: 'user', where: [{ field: 'email', value: email }] })
    if (known) {
      counts['already there']++
      continue
    }
    const now = new Date()
    const at = { createdAt: new Date(user.created_at ?? now), updatedAt: now }
    const { first_name = '', middle_name = '', last_name = '' } = user.name ?? {}
    const name = [first_name, middle_name, last_name].filter(Boolean).join(' ')
    const emailVerified = user.emails[0].verified === true
    await adapter.create({ model: 'user', forceAllowId: true, data: { id: user.user_id, email, emailVerified, name, ...at } })
    counts.users++
    const link = (account) => adapter.create({ model: 'account', data: { userId: user.user_id, ...at, ...account } })
    if (PHC.test(user.password_hash ?? '')) {
      await link({ providerId: 'credential', accountId: user.user_id, password: user.password_hash })
      counts.passwords++
    }
    for (const { provider_type, provider_subject } of user.providers ?? []) {
      await link({ providerId: provider_type.toLowerCase(), accountId: provider_subject })
      counts.accounts++
    }
  }
  return Object.entries(counts).map(([what, count]) => `${what}: ${count}`)
}
