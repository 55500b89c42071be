import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { refusal } from '../bridge/refusals.ts'

/** Returns a text that nobody can guess: 256 bits in base64url. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Returns the SHA-256 of a text in hex. The store has this instead of secrets. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The cost of a hash: 32 MB and three passes, as OWASP recommends for scrypt. */
const COST = { ln: 15, r: 8, p: 3 }

/** How many passwords are hashed at once, so that threads are left for everything else. */
const MOST_AT_ONCE = 2

/** How many may be hashed or wait for their turn, of everybody and of one network. */
const MOST = { all: 100, network: 8 }

const waiting: (() => void)[] = []
const counts = new Map<string, number>()
let running = 0

/** Runs costly work of a network in its turn. Throws a refusal if too much waits. */
export const inTurn = async <Result>(network: string | undefined, work: () => Promise<Result>): Promise<Result> => {
  const own = network === undefined ? 0 : (counts.get(network) ?? 0)
  if (own >= MOST.network || waiting.length >= MOST.all) throw refusal('limit_reached', undefined, 10)
  if (network !== undefined) counts.set(network, own + 1)
  if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
    if (network !== undefined) {
      const left = counts.get(network)! - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    }
  }
}

const derive = (password: string, salt: Uint8Array, { ln, r, p }: typeof COST, length: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r }
    scrypt(password.normalize('NFKC'), salt, length, options, (error, key) => (error ? reject(error) : resolve(key)))
  })

/** Writes bytes as the PHC string format does: base64 without padding. */
const written = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
const format = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z\d+/]{11,86})\$([A-Za-z\d+/]{43,86})$/

/** Returns the hash of a password, in the PHC string format: `$scrypt$ln=15,r=8,p=3$...`. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  const { ln, r, p } = COST
  return `$scrypt$ln=${ln},r=${r},p=${p}$${written(salt)}$${written(await derive(password, salt, COST, 32))}`
}

interface ParsedHash {
  cost: typeof COST
  salt: Buffer
  key: Buffer
}

const parse = (hash: string): ParsedHash | undefined => {
  const [, ln, r, p, salt = '', key = ''] = format.exec(hash) ?? []
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  // no more memory than 256 MB, whatever the table says
  if (!ln || cost.ln < 10 || cost.ln > 18 || cost.r < 1 || cost.r > 16 || cost.p < 1 || cost.p > 16) return undefined
  return { cost, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') }
}

/** Returns whether a hash is one of {@link hashPassword}, of any cost. */
export const isOwnHash = (hash: string): boolean => parse(hash) !== undefined

/** Returns whether a hash costs what new ones do. */
export const isUpToDate = (hash: string): boolean => Object.entries(COST).every(([name, value]) => hash.includes(`${name}=${value}`))

/** What is checked for those who have no hash of ours: the same work, and never right. */
const nobody: ParsedHash = { cost: COST, salt: Buffer.alloc(16), key: randomBytes(32) }

/**
 * Returns whether a password is that of a hash of {@link hashPassword}. Takes as long without such
 * a hash, and resolves with false.
 */
export const matches = async (hash: string | undefined, password: string): Promise<boolean> => {
  const parsed = hash === undefined ? undefined : parse(hash)
  const { cost, salt, key } = parsed ?? nobody
  return timingSafeEqual(await derive(password, salt, cost, key.length), key) && parsed !== undefined
}
