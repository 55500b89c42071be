import type { JWTPayload } from 'jose'
import { confirmedAt, type ProvenSession } from '../api/confirmedAt.ts'
import { askProvider, type Proof } from './askProvider.ts'
import { checkJwt } from './checkJwt.ts'
import { settingsFrom, type Settings, type VerifyOptions } from './options.ts'
import { candidatesIn, type SessionCandidates, type RequestOrHeaders } from './sessionCandidates.ts'
import { refusal, type Refusal } from './refusals.ts'
import { setCookieLines, type Lifetime } from './setCookie.ts'

/** New tokens of a session, which the provider returned when it was asked. */
export interface Renewed {
  /** The opaque token. */
  session_token: string
  /** The JWT, for five minutes. */
  session_jwt: string
  /**
   * The values of two `Set-Cookie` headers for your answer. Empty if the request had its token in
   * the Authorization header. A token that is too long for a cookie is left out.
   */
  setCookie: string[]
}

/** Somebody is signed in. */
export interface SignedIn<AnySession> {
  /** Whether somebody is signed in. */
  ok: true
  /**
   * Their session, in the provider's spelling. From a JWT, it is as it was when the JWT was made.
   */
  session: AnySession
  /**
   * When the user last proved who they are (RFC 3339): the newest factor of the session. Demand
   * that it is new before a change that matters.
   */
  confirmedAt: string
  /** Who says so: `keys`, the JWT has a good signature; or `provider`, the provider was asked. */
  checkedBy: 'keys' | 'provider'
  /**
   * The new tokens, if the provider was asked. Not enumerable, so that they get into no log and no
   * JSON with the rest.
   */
  renewed?: Renewed
}

/** What differs between users and members. */
export interface Vertical<AnySession extends Lifetime> {
  /** The path of the API with the keys, without the project's id. */
  jwksPath: string
  authenticatePath: string
  /** Where an answer of the API has the session. */
  field: string
  /** The fields that a session has to have: texts that are not empty. */
  ids: (keyof AnySession & string)[]
  sessionOf: (claims: JWTPayload) => AnySession | undefined
  subjectOf: (session: AnySession) => string
}

/** What the keys say. `subject`: whom a signed JWT names, also one that is too old. */
type Local<AnySession> =
  | { jwt: string; session: AnySession; subject: string; problem?: undefined }
  | { jwt?: string; problem: Refusal['code'] | 'unknown_key'; subject?: string; unknownKey?: string }

/**
 * Checks one JWT. A session that has ended by its own time counts as expired, although its JWT may
 * last a little longer.
 */
const checkOne = async <AnySession extends Lifetime>(
  jwt: string,
  { jwksPath, sessionOf, subjectOf }: Vertical<AnySession>,
  settings: Settings,
  isUrgent?: boolean,
): Promise<Local<AnySession>> => {
  const check = await checkJwt(jwt, jwksPath, settings, isUrgent)
  const session = check.claims && sessionOf(check.claims)
  const subject = session && subjectOf(session)
  if (check.problem === 'unknown_key') return { jwt, problem: check.problem, unknownKey: check.kid }
  if (check.problem) return { jwt, problem: check.problem, subject }
  if (!session) return { jwt, problem: 'invalid_token' }
  const hasEnded = Date.parse(session.expires_at) + settings.clockToleranceSeconds * 1000 <= settings.now()
  return hasEnded ? { jwt, problem: 'expired', subject } : { jwt, session, subject: subject! }
}

/** What is wrong with a JWT that the provider can still accept. */
const askable = ['expired', 'unknown_key', 'keys_unavailable']

/** What can be wrong with a JWT, from the most to the least promising. */
const promising = [...askable, 'not_yet_valid', 'wrong_project', 'invalid_token']

/** The JWTs of a request. */
interface AllLocal<AnySession> {
  /** The most promising one. */
  best: Local<AnySession>
  /** Those that the provider can accept, with the best one in front. */
  askable: string[]
  /** Whom they name. */
  subjects: string[]
  /** The ids of keys that nobody knows, one for each JWT that names one. */
  unknownKeys: string[]
}

/**
 * Checks every JWT of a request. A browser sends several cookies of one name if they have different
 * paths or domains: an old one of the host's, or one that another subdomain has planted. If two are
 * signed and name different people, nobody knows who it is, even if one of them is too old: the
 * visitor's own may be.
 */
const checkAll = async <AnySession extends Lifetime>(
  jwts: string[],
  vertical: Vertical<AnySession>,
  settings: Settings,
  isUrgent?: boolean,
): Promise<AllLocal<AnySession>> => {
  const all = await Promise.all(jwts.map((jwt) => checkOne(jwt, vertical, settings, isUrgent)))
  const rank = ({ problem }: Local<AnySession>) => (problem ? promising.indexOf(problem) : -1)
  all.sort((one, other) => rank(one) - rank(other))
  return {
    best: all[0] ?? { problem: 'no_session' },
    askable: all.flatMap(({ jwt, problem }) => (jwt !== undefined && (!problem || askable.includes(problem)) ? [jwt] : [])),
    subjects: all.flatMap(({ subject }) => subject ?? []),
    unknownKeys: all.flatMap((local) => (local.problem && local.unknownKey) ?? []),
  }
}

/**
 * How many calls in a minute JWTs with a key that the project does not publish can cause: anybody
 * can make one, and each call has the secret. Each key has its own limit, so that forged JWTs take
 * nothing from those of a key that the project has just begun to use.
 */
const CALLS_PER_MINUTE = { each: 60, all: 600 }

/** Such calls, by project. */
const callsForUnknownKeys = new Map<string, { since: number; all: number; byKey: Map<string, number> }>()

/** Counts the calls that such JWTs cause. */
const callsOf = ({ baseUrl, projectId }: Settings) => {
  const name = `${baseUrl} ${projectId}`
  const now = Date.now()
  const count = callsForUnknownKeys.get(name)
  const current = count && now - count.since < 60_000 ? count : { since: now, all: 0, byKey: new Map<string, number>() }
  callsForUnknownKeys.set(name, current)
  const ofKey = (key: string) => current.byKey.get(key) ?? 0
  return {
    /** Whether JWTs with these keys may cause calls now. */
    count: (keys: string[]) =>
      keys.every((key) => {
        const isAllowed = ofKey(key) < CALLS_PER_MINUTE.each && (ofKey(key) < 0 || ++current.all <= CALLS_PER_MINUTE.all)
        if (isAllowed) current.byKey.set(key, ofKey(key) + 1)
        return isAllowed
      }),
    /** Lets these keys cause any number of calls: the provider has accepted a JWT with them. */
    know: (keys: string[]) => keys.forEach((key) => current.byKey.set(key, -Infinity)),
  }
}

/**
 * Returns what to ask the provider about, if at all: everything that names somebody, because an
 * opaque token beside a JWT can be somebody else's. JWTs that the keys prove forged never cost a
 * call.
 */
const proofsFor = <AnySession>(
  { best, askable: jwts, unknownKeys }: AllLocal<AnySession>,
  { tokens }: SessionCandidates,
  { authenticate }: Settings,
): Proof[] => {
  const isAsked =
    authenticate && (best.problem ? best.problem === 'no_session' || jwts[0] : authenticate.when === 'always' || unknownKeys.length > 0)
  return isAsked ? [...jwts.map((session_jwt) => ({ session_jwt })), ...tokens.map((session_token) => ({ session_token }))] : []
}

const areDifferent = (subjects: string[]) => new Set(subjects).size > 1

/**
 * Checks the session of a request. Rejects with a TypeError only if an option or the request is not
 * what it should be. `isUrgent`: so many JWTs with unknown keys have come that only the keys help,
 * as the project has them now.
 */
export const verify = async <AnySession extends Lifetime>(
  request: RequestOrHeaders,
  options: VerifyOptions,
  vertical: Vertical<AnySession>,
  isUrgent?: boolean,
): Promise<SignedIn<AnySession> | Refusal> => {
  const settings = settingsFrom(options)
  const credentials = candidatesIn(request, settings)
  if (credentials.isFlooded) return refusal('invalid_token')
  const local = await checkAll(credentials.jwts, vertical, settings, isUrgent)
  const { best, subjects, unknownKeys } = local
  if (areDifferent(subjects)) return refusal('invalid_token')
  const proofs = proofsFor(local, credentials, settings)
  if (proofs.length === 0) {
    // a JWT that nobody can check may be the visitor's own, and the good one planted
    if (!best.problem && unknownKeys.length === 0)
      return { ok: true, session: best.session, confirmedAt: confirmedAt(best.session as ProvenSession), checkedBy: 'keys' }
    return refusal(!best.problem || best.problem === 'unknown_key' ? 'invalid_token' : best.problem)
  }
  const calls = callsOf(settings)
  if (!calls.count(unknownKeys)) return isUrgent ? refusal('provider_unavailable') : verify(request, options, vertical, true)
  const { authenticatePath, field, ids, subjectOf } = vertical
  const isSession = (value: unknown): value is AnySession =>
    typeof value === 'object' &&
    value !== null &&
    ids.every((id) => typeof (value as AnySession)[id] === 'string' && (value as AnySession)[id] !== '')
  const answers = await Promise.all(proofs.map((proof) => askProvider(authenticatePath, field, isSession, proof, settings)))
  const refusals = answers.flatMap((answer) => ('ok' in answer ? [answer] : []))
  const alive = answers.flatMap((answer) => ('ok' in answer ? [] : [answer]))
  // Whose the others are is not known.
  const failure = refusals.find(({ code }) => code === 'provider_unavailable' || code === 'wrong_secret')
  if (failure) return failure
  if (!alive[0]) return refusals[0]!
  if (refusals.length === 0) calls.know(unknownKeys)
  if (areDifferent([...subjects, ...alive.map(({ session }) => subjectOf(session))])) return refusal('invalid_token')
  const { session, ...tokens } = alive[0]
  const setCookie = credentials.isBearer ? [] : setCookieLines(tokens, session, settings, credentials.isLoopback)
  const signedIn: SignedIn<AnySession> = { ok: true, session, confirmedAt: confirmedAt(session as ProvenSession), checkedBy: 'provider' }
  return Object.defineProperty(signedIn, 'renewed', { value: { ...tokens, setCookie } })
}
