import { renderSVG } from 'uqr'
import * as v from 'valibot'
import * as api from '../../../api/b2b/secondFactors.ts'
import type { Member } from '../../../api/b2b/entities.ts'
import type { User } from '../../../api/entities.ts'
import { noBody, sessionDuration } from '../requests/fields.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import type { Proof } from '../sessions/sessions.ts'
import { newRecoveryCodes, takeCode, totpExpiration, type SeedTotp } from '../methods/totps.ts'
import type { Organizations } from './organizations.ts'
import { endsInSession, whoSignsIn, type Bearer, type Lasting } from './sessions.ts'
import type { Parts } from '../parts.ts'
import type { BaseMemberParts } from './baseParts.ts'

const MINUTE = 60_000

/** How long the member can take to enter the first code of a new app, if the call does not say. */
const DEFAULT_MINUTES = 1440

export const enrollment = v.optional(v.picklist(['enroll', 'unenroll']))

/** Changes whether every sign-in of the member requires a second factor. */
export const enroll = (member: Member, how: v.InferOutput<typeof enrollment>) => {
  if (how) member.mfa_enrolled = how === 'enroll'
}

/** The members' phones and authenticator apps. */
export const createSecondFactors = ({ clock, authenticators, stores }: Parts) => {
  const confirmations = stores.map('confirmed_authenticators', (value): value is true => value === true)

  /** Refuses a number that another member of the organization has. */
  const checkFree = ({ members }: Organizations, organization_id: string, phone: string, member?: Member) => {
    const [holder] = members.withPhone(organization_id, phone)
    if (holder && holder !== member) refuse('duplicate_member_phone_number')
  }

  /** Gives the member a number, which is not verified yet. */
  const setPhone = (organizations: Organizations, member: Member, mfa_phone_number: string) => {
    if (mfa_phone_number === member.mfa_phone_number) return
    checkFree(organizations, member.organization_id, mfa_phone_number, member)
    Object.assign(member, { mfa_phone_number, mfa_phone_number_verified: false })
  }

  return {
    checkFree,
    setPhone,
    /** Returns the member's number. If there is none yet, takes the one in the request. */
    phoneOf: (organizations: Organizations, member: Member, newPhone: string | undefined) => {
      if (newPhone && newPhone !== member.mfa_phone_number && member.mfa_phone_number_verified) refuse('duplicate_phone_number')
      if (newPhone) setPhone(organizations, member, newPhone)
      return member.mfa_phone_number || refuse('phone_number_not_found')
    },
    removePhone: (member: Member) => {
      Object.assign(member, { mfa_phone_number: '', mfa_phone_number_verified: false })
      if (member.default_mfa_method === 'sms_otp') member.default_mfa_method = ''
      return member
    },
    removeTotp: (member: Member) => {
      if (!member.totp_registration_id) refuse('totp_not_found')
      member.totp_registration_id = ''
      if (member.default_mfa_method === 'totp') member.default_mfa_method = ''
      return member
    },
    /** Gives the member a new app, with this secret and these codes if they are given. */
    add: (member: Member, minutes: number, seed?: SeedTotp) => {
      if (confirmations.has(member.totp_registration_id)) refuse('active_totp_exists')
      const holder = { user_id: member.member_id, emails: [{ email: member.email_address }] } as User
      const app = authenticators.add(holder, clock.now() + minutes * MINUTE, seed?.secret, seed?.recovery_codes)
      member.totp_registration_id = app.entry.totp_id
      return app
    },
    /** Returns the member's app if it is confirmed or can still be confirmed. */
    appOf: ({ totp_registration_id }: Member) => {
      const app = authenticators.get(totp_registration_id)
      return app && (confirmations.has(totp_registration_id) || app.confirmBy > clock.now()) ? app : refuse('totp_not_found')
    },
    confirm: ({ totp_registration_id }: Member) => {
      confirmations.set(totp_registration_id, true)
    },
    hasApp: ({ totp_registration_id }: Member) => confirmations.has(totp_registration_id),
  }
}

export type SecondFactors = ReturnType<typeof createSecondFactors>

/** A code of an authenticator app, and what it changes in the member who proves it. */
export const appCode = v.object({ code: v.string(), set_mfa_enrollment: enrollment, set_default_mfa: v.optional(v.boolean()) })

/**
 * How members set up authenticator apps and sign in with them, or with a recovery code in their
 * place.
 */
export const createAuthenticatorLogIns = ({
  clock,
  organizations,
  sessions,
  locks,
  secondFactors,
}: BaseMemberParts & { secondFactors: SecondFactors }) => {
  const { answerAbout } = organizations

  return {
    create: (member: Member, minutes = DEFAULT_MINUTES) => {
      const { entry, totp, recoveryCodes } = secondFactors.add(member, minutes)
      return {
        ...answerAbout(member),
        organization_id: member.organization_id,
        totp_id: entry.totp_id,
        totp_registration_id: entry.totp_id,
        secret: totp.secret.base32,
        qr_code: `data:image/svg+xml;base64,${btoa(renderSVG(totp.toString()))}`,
        recovery_codes: recoveryCodes,
      }
    },

    /**
     * Gives the member an app that is set up elsewhere, with new recovery codes unless there are
     * some.
     */
    migrate: (member: Member, { secret, recovery_codes }: { secret: string; recovery_codes: string[] }) => {
      const { entry, recoveryCodes } = secondFactors.add(member, 0, { secret, ...(recovery_codes.length > 0 && { recovery_codes }) })
      secondFactors.confirm(member)
      member.default_mfa_method ||= 'totp'
      return { ...answerAbout(member), totp_registration_id: entry.totp_id, recovery_codes: [...recoveryCodes] }
    },

    authenticate: async (
      member: Member,
      body: v.InferOutput<typeof appCode> & Lasting & { intermediate_session_token?: string },
      bearer: Bearer,
    ) => {
      takeCode(secondFactors.appOf(member), body.code, clock.now(), locks, member.member_id)
      secondFactors.confirm(member)
      if (body.set_default_mfa || !member.default_mfa_method) member.default_mfa_method = 'totp'
      enroll(member, body.set_mfa_enrollment)
      const proof: Proof = {
        type: 'totp',
        delivery_method: 'authenticator_app',
        authenticator_app_factor: { totp_id: member.totp_registration_id },
      }
      return endsInSession(await sessions.signIn(bearer, member, [proof], body))
    },

    codesOf: (member: Member) => ({ ...answerAbout(member), recovery_codes: [...secondFactors.appOf(member).recoveryCodes] }),

    rotateCodes: (member: Member) => {
      const { recoveryCodes } = secondFactors.appOf(member)
      recoveryCodes.splice(0, recoveryCodes.length, ...newRecoveryCodes())
      return { ...answerAbout(member), recovery_codes: [...recoveryCodes] }
    },

    recover: async (member: Member, body: Lasting & { recovery_code: string; intermediate_session_token?: string }, bearer: Bearer) => {
      locks.check(member.member_id)
      const { recoveryCodes } = secondFactors.appOf(member)
      const at = recoveryCodes.indexOf(body.recovery_code)
      if (at < 0) {
        locks.recordFailure(member.member_id)
        refuse('unable_to_authenticate_recovery_code')
      }
      recoveryCodes.splice(at, 1)
      locks.recordSuccess(member.member_id)
      const proof: Proof = {
        type: 'recovery_codes',
        delivery_method: 'recovery_code',
        recovery_code_factor: { totp_recovery_code_id: member.totp_registration_id },
      }
      const answer = await sessions.signIn(bearer, member, [proof], body)
      return { ...endsInSession(answer), recovery_codes_remaining: recoveryCodes.length }
    },
  }
}

export type AuthenticatorLogIns = ReturnType<typeof createAuthenticatorLogIns>

/** Serves authenticator apps and recovery codes of members. */
export const serveSecondFactors = (
  { on }: Router,
  { sessions, authenticatorLogIns }: BaseMemberParts & { authenticatorLogIns: AuthenticatorLogIns },
) => {
  on(api.totp.create, v.object({ ...whoSignsIn, expiration_minutes: v.optional(totpExpiration) }), (body, request) =>
    authenticatorLogIns.create(sessions.memberSigningIn(request, body), body.expiration_minutes),
  )
  on(api.totp.authenticate, v.object({ ...whoSignsIn, ...appCode.entries, session_duration_minutes: sessionDuration }), (body, request) =>
    authenticatorLogIns.authenticate(sessions.memberSigningIn(request, body), body, request),
  )
  on(api.recoveryCodes.get, noBody, (_, request) => authenticatorLogIns.codesOf(sessions.require(request).member))
  on(api.recoveryCodes.rotate, noBody, (_, request) => authenticatorLogIns.rotateCodes(sessions.require(request).member))
  on(
    api.recoveryCodes.recover,
    v.object({ ...whoSignsIn, recovery_code: v.string(), session_duration_minutes: sessionDuration }),
    (body, request) => authenticatorLogIns.recover(sessions.memberSigningIn(request, body), body, request),
  )
}
