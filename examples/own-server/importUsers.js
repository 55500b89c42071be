import { scrypt, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { verifyPassword as isOwnPassword } from 'better-auth/crypto'

/** A hash of scrypt in the PHC format, as other systems export it. */
const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/=-]{1,128})\$([\w+/-]{22,128}={0,2})$/

/** The largest N * r * p of a hash: 256 MB of memory, twice what OWASP recommends. */
const MOST_WORK = 2 ** 21

/**
 * Parses a hash; undefined if it is of another kind. Throws if checking it would take too long, or
 * if its parameters are none of scrypt's.
 */
const parse = (hash) => {
  const [, ln, r, p, salt, key] = PHC.exec(hash) ?? []
  if (!key) return undefined
  const cost = { N: 2 ** ln, r: Number(r), p: Number(p) }
  const work = cost.N * cost.r * cost.p
  if (!(work > 0 && cost.N > 1 && work <= MOST_WORK))
    throw new RangeError(`A password hash with ln=${ln}, r=${r} and p=${p} is not checked: N * r * p may be at most ${MOST_WORK}.`)
  return { cost, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') }
}

let running = 0
const waiting = []
/**
 * Runs at most two at once: each takes a thread of the four that Node.js has for files and names of
 * hosts as well.
 */
const atMostTwo = async (work) => {
  if (running < 2) running++
  else await new Promise((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    // the next one takes over the place
    if (waiting.length > 0) waiting.shift()()
    else running--
  }
}

/**
 * Verifies passwords without blocking other visitors: Better Auth's own, and those that were
 * imported.
 */
export const verifyPassword = async ({ hash, password }) => {
  const imported = parse(hash)
  if (!imported) return atMostTwo(() => isOwnPassword({ hash, password }))
  const { cost, salt, key } = imported
  const options = { ...cost, maxmem: 256 * cost.N * cost.r + 256 * cost.r * cost.p }
  return timingSafeEqual(key, await atMostTwo(() => promisify(scrypt)(password, salt, key.length, options)))
}

const canBeVerified = (hash = '') => {
  try {
    return parse(hash) !== undefined
  } catch (error) {
    console.error(error.message)
    return false
  }
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
 *
 * A user whose address is not verified at the provider is not verified here either. The first proof
 * of the address, such as a link, then ends the imported password, which a stranger may have
 * chosen.
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
    if (canBeVerified(user.password_hash)) {
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
