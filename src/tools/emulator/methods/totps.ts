import { Secret, TOTP } from 'otpauth/slim'
import { renderSVG } from 'uqr'
import * as v from 'valibot'
import * as api from '../../../api/totps.ts'
import type { User } from '../../../api/entities.ts'
import { noBody, sessionDuration, wholeNumber } from '../requests/fields.ts'
import type { Locks } from './locks.ts'
import { refuse } from '../requests/refusal.ts'
import type { ApiRequest, Router } from '../requests/router.ts'
import type { Proof } from '../sessions/sessions.ts'
import { objects } from '../state/storeMap.ts'
import type { BaseParts } from '../baseParts.ts'

/** The secrets of an authenticator app. */
export interface Authenticator {
  /** Base32. */
  secret: string
  /** Each can be used once. */
  recoveryCodes: string[]
  /** Milliseconds. The first code must be entered before this time. */
  confirmBy: number
  /**
   * The time step of the newest code that was accepted: a code can be used once (RFC 6238, section
   * 5.2).
   */
  takenStep: number
}

/** An authenticator app that is set up before the tests begin. */
export interface SeedTotp {
  /** Base32. */
  secret: string
  /** Default: ten new ones. */
  recovery_codes?: string[]
}

/** The secret of an app, in base32. */
export const totpSecret = v.pipe(v.string(), v.regex(/^[A-Z2-7]+$/, 'must be base32'))

export const seedTotp: v.GenericSchema<unknown, SeedTotp> = v.strictObject({
  secret: totpSecret,
  recovery_codes: v.optional(v.array(v.string())),
})

const MINUTE = 60_000
/** RFC 6238, section 5.2 recommends both. */
const STEP_SECONDS = 30
const DRIFT_STEPS = 1

const RECOVERY_CODES = 10

const randomRecoveryCode = () => new Secret({ size: 10 }).base32.toLowerCase().replace(/(.{4})(?=.)/g, '$1-')
export const newRecoveryCodes = () => Array.from({ length: RECOVERY_CODES }, randomRecoveryCode)

/** How long the visitor can take to enter the first code, in minutes. */
export const totpExpiration = wholeNumber(5, 1440, 'invalid_expiration')

/**
 * As much of a project's name as fits into a QR code, without half of a surrogate pair, which no
 * URI can contain (RFC 3986, section 2.5).
 */
const issuerOf = (name: string) => name.slice(0, 64).replace(/\p{Surrogate}/gu, '\ufffd')

/** The authenticator apps of the project's users, by their `totp_id`. */
export const createAuthenticators = ({ project, stores }: BaseParts) => {
  const authenticators = stores.map(
    'authenticators',
    objects<Authenticator>({ secret: 'string', recoveryCodes: 'list', takenStep: 'number' }),
  )
  return {
    get: (totp_id: string) => authenticators.get(totp_id),
    /**
     * Gives the user an app with this secret (base32) in place of an earlier one. It is confirmed
     * by its first code, before `confirmBy` (ms).
     */
    add: (user: User, confirmBy: number, secret = new Secret({ size: 20 }).base32, recoveryCodes = newRecoveryCodes()) => {
      const totp_id = `totp-test-${crypto.randomUUID()}`
      const label = user.emails[0]?.email ?? user.user_id
      const totp = new TOTP({
        issuer: issuerOf(project.project_name ?? 'Latchkey'),
        label,
        period: STEP_SECONDS,
        secret: Secret.fromBase32(secret),
      })
      authenticators.set(totp_id, { secret, recoveryCodes, confirmBy, takenStep: -1 })
      const entry = { totp_id, verified: false }
      user.totps = [entry]
      return { entry, totp, recoveryCodes }
    },
  }
}

export type Authenticators = ReturnType<typeof createAuthenticators>

/**
 * Accepts the code that the app shows now, once (RFC 6238, section 5.2). Refuses any other code;
 * too many of them lock the owner.
 */
export const takeCode = (authenticator: Authenticator, code: string, now: number, locks: Locks, owner: string) => {
  locks.check(owner)
  const drift = /^\d{6}$/.test(code)
    ? new TOTP({ period: STEP_SECONDS, secret: Secret.fromBase32(authenticator.secret) }).validate({
        token: code,
        timestamp: now,
        window: DRIFT_STEPS,
      })
    : refuse('invalid_code')
  if (drift === null) {
    locks.recordFailure(owner)
    return refuse('unable_to_authenticate_totp')
  }
  const step = Math.floor(now / 1000 / STEP_SECONDS) + drift
  if (step <= authenticator.takenStep) refuse('totp_code_already_authenticated')
  authenticator.takenStep = step
  locks.recordSuccess(owner)
}

/**
 * Sets up the authenticator apps of users and checks their codes, for browsers and for servers.
 * Each check returns how the user has proved who they are.
 */
export const createTotpLogIns = ({ clock, locks, authenticators }: BaseParts & { authenticators: Authenticators }) => {
  /** The user's apps that are confirmed or can still be confirmed. */
  const usable = (user: User) =>
    user.totps.flatMap((entry) => {
      const authenticator = authenticators.get(entry.totp_id)
      return authenticator && (entry.verified || authenticator.confirmBy > clock.now()) ? [{ entry, ...authenticator, authenticator }] : []
    })

  return {
    /**
     * Gives a user an app, which replaces one that was never confirmed. Refuses if one was
     * confirmed.
     */
    create: (user: User, expiration_minutes: number) => {
      if (user.totps.some(({ verified }) => verified)) refuse('active_totp_exists')
      const { entry, totp, recoveryCodes } = authenticators.add(user, clock.now() + expiration_minutes * MINUTE)
      return {
        user_id: user.user_id,
        totp_id: entry.totp_id,
        secret: totp.secret.base32,
        qr_code: `data:image/svg+xml;base64,${btoa(renderSVG(totp.toString()))}`,
        recovery_codes: recoveryCodes,
      }
    },

    /** Takes the code that the app shows. */
    authenticate: (user: User, totp_code: string) => {
      const [app] = usable(user)
      if (!app) return refuse('totp_not_found')
      const { entry, authenticator } = app
      takeCode(authenticator, totp_code, clock.now(), locks, user.user_id)
      entry.verified = true
      const { totp_id } = entry
      const proof = { type: 'totp', delivery_method: 'authenticator_app', authenticator_app_factor: { totp_id } }
      return { user, proof, answer: { totp_id } }
    },

    /** Returns the recovery codes of a user that were not used yet. */
    recoveryCodes: (user: User) => ({
      user_id: user.user_id,
      totps: usable(user).map(({ entry: { totp_id, verified }, recoveryCodes }) => ({ totp_id, verified, recovery_codes: recoveryCodes })),
    }),

    /** Takes a recovery code in place of the app's code. */
    recover: (user: User, recovery_code: string) => {
      locks.check(user.user_id)
      const app = usable(user).find(({ recoveryCodes }) => recoveryCodes.includes(recovery_code))
      if (!app) {
        locks.recordFailure(user.user_id)
        return refuse('unable_to_authenticate_recovery_code')
      }
      const {
        entry: { totp_id },
        recoveryCodes,
      } = app
      recoveryCodes.splice(recoveryCodes.indexOf(recovery_code), 1)
      locks.recordSuccess(user.user_id)
      const proof = { type: 'recovery_codes', delivery_method: 'recovery_code', recovery_code_factor: { totp_recovery_code_id: totp_id } }
      return { user, proof, answer: { totp_id } }
    },
  }
}

export type TotpLogIns = ReturnType<typeof createTotpLogIns>

export const serveTotps = ({ on }: Router, { sessions, firstFactors, totpLogIns }: BaseParts & { totpLogIns: TotpLogIns }) => {
  /**
   * Signs in with an app or a recovery code: as a part of the session that is there, or after the
   * first factor of a session that has yet to begin.
   */
  const signIn = async <Answer extends object>(
    request: ApiRequest,
    { session_duration_minutes, trust_device }: { session_duration_minutes: number; trust_device?: boolean },
    check: (user: User) => { user: User; proof: Proof; answer: Answer },
  ) => {
    const first = firstFactors.of(request)
    const { user, proof, answer } = check((first ?? sessions.require(request)).user)
    if (!first) return { ...answer, ...(await sessions.signIn(request, user, proof, session_duration_minutes)) }
    firstFactors.release(request, first, trust_device)
    const { headers } = request
    const { session_token } = await sessions.signIn({ headers }, user, first.proof, first.minutes, first.claims)
    return { ...answer, ...(await sessions.signIn({ headers, sessionToken: session_token }, user, proof, session_duration_minutes)) }
  }

  on(api.create, v.object({ expiration_minutes: totpExpiration }), ({ expiration_minutes }, request) => {
    const { user } = sessions.forChange(request)
    return { ...totpLogIns.create(user, expiration_minutes), __user: user }
  })

  const trust_device = v.optional(v.boolean())
  const code = v.object({ totp_code: v.string(), session_duration_minutes: sessionDuration, trust_device })
  on(api.authenticate, code, ({ totp_code, ...body }, request) => signIn(request, body, (user) => totpLogIns.authenticate(user, totp_code)))

  on(api.recoveryCodes, noBody, (_, request) => totpLogIns.recoveryCodes(sessions.forChange(request).user))

  const recovery = v.object({ recovery_code: v.string(), session_duration_minutes: sessionDuration, trust_device })
  on(api.recover, recovery, ({ recovery_code, ...body }, request) =>
    signIn(request, body, (user) => totpLogIns.recover(user, recovery_code)),
  )
}
