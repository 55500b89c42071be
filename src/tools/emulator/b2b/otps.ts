import * as v from 'valibot'
import * as api from '../../../api/b2b/otps.ts'
import type { Member } from '../../../api/b2b/entities.ts'
import { codeExpiration, emailAddress, optionalText, phoneNumber, sessionDuration } from '../requests/fields.ts'
import type { Router } from '../requests/router.ts'
import type { Proof } from '../sessions/sessions.ts'
import { EMAIL_MINUTES, emailLock } from './codes.ts'
import { memberOrJoining } from './magicLinks.ts'
import { enroll, enrollment, type SecondFactors } from './secondFactors.ts'
import { endsInSession, whoSignsIn, type Bearer, type Lasting } from './sessions.ts'
import type { BaseMemberParts } from './baseParts.ts'

/** How long a code by SMS is valid. */
const SMS_MINUTES = 5

const minutes = v.optional(codeExpiration)

/** A code by SMS, and what it changes in the member who proves it. */
export const smsCode = v.object({ code: v.string(), set_mfa_enrollment: enrollment })

/** An address of a member, or of somebody who may join, who is to get a code. */
export const emailCodeRequest = v.object({
  organization_id: v.string(),
  email_address: emailAddress,
  login_template_id: optionalText,
  signup_template_id: optionalText,
  locale: optionalText,
  login_expiration_minutes: minutes,
  signup_expiration_minutes: minutes,
})

export const emailCode = v.object({
  organization_id: v.string(),
  email_address: emailAddress,
  code: v.string(),
  locale: optionalText,
  intermediate_session_token: optionalText,
})

/** An address that is to get a code, without an organization. */
export const discoveryCodeRequest = v.object({
  email_address: emailAddress,
  login_template_id: optionalText,
  discovery_expiration_minutes: minutes,
  locale: optionalText,
})

export const discoveryCode = v.object({ email_address: emailAddress, code: v.string() })

/**
 * How members sign in with codes: by SMS as a second factor, by email, and by email before they
 * have chosen an organization.
 */
export const createCodeLogIns = ({
  codes: { send, take, takeChange },
  organizations,
  sessions,
  secondFactors,
}: BaseMemberParts & { secondFactors: SecondFactors }) => {
  /**
   * A code verifies the number to which it was sent, even if the member has given another number
   * since.
   */
  const atPhone = (member: Member, phone: string) => `${member.member_id} ${phone}`

  const proofOf = (email: string): Proof => ({
    type: 'otp',
    delivery_method: 'email',
    email_factor: { email_id: '', email_address: email },
  })

  return {
    /** Sends a code to the member's number, or to this one if there is none yet. */
    sendSms: (member: Member, newPhone: string | undefined) => {
      const phone = secondFactors.phoneOf(organizations, member, newPhone)
      send(atPhone(member, phone), 'sms', phone, SMS_MINUTES)
      return organizations.answerAbout(member)
    },

    authenticateSms: async (
      member: Member,
      body: v.InferOutput<typeof smsCode> & Lasting & { intermediate_session_token?: string; set_default_mfa?: boolean },
      bearer: Bearer,
    ) => {
      take(atPhone(member, member.mfa_phone_number), body.code, member.member_id)
      member.mfa_phone_number_verified = true
      if (body.set_default_mfa || !member.default_mfa_method) member.default_mfa_method = 'sms_otp'
      enroll(member, body.set_mfa_enrollment)
      const proof: Proof = {
        type: 'otp',
        delivery_method: 'sms',
        phone_number_factor: { phone_id: '', phone_number: member.mfa_phone_number },
      }
      return endsInSession(await sessions.signIn(bearer, member, [proof], body))
    },

    sendEmail: (body: v.InferOutput<typeof emailCodeRequest>) => {
      const { member, ...rest } = memberOrJoining(organizations, body.organization_id, body.email_address)
      const code = emailLock(member.organization_id, body.email_address)
      send(code, 'email', body.email_address, body.login_expiration_minutes ?? EMAIL_MINUTES)
      return { ...rest, member_id: member.member_id, member }
    },

    authenticateEmail: async (body: v.InferOutput<typeof emailCode> & Lasting, bearer: Bearer) => {
      const { organization_id } = organizations.require(body.organization_id)
      take(emailLock(organization_id, body.email_address), body.code)
      const changing = organizations.members.byId(takeChange(organization_id, body.email_address) ?? '')
      // refused if another member has taken the address in the meantime
      if (changing) organizations.members.move(changing, body.email_address)
      const { member } = memberOrJoining(organizations, organization_id, body.email_address)
      const answer = await sessions.signIn(bearer, member, [proofOf(body.email_address)], body)
      return { ...answer, method_id: member.member_id }
    },

    sendDiscovery: ({ email_address, discovery_expiration_minutes }: v.InferOutput<typeof discoveryCodeRequest>) => {
      send(email_address, 'email', email_address, discovery_expiration_minutes ?? EMAIL_MINUTES)
      return {}
    },

    authenticateDiscovery: ({ email_address, code }: v.InferOutput<typeof discoveryCode>) => {
      take(email_address, code)
      return sessions.discover(email_address, [proofOf(email_address)])
    },
  }
}

export type CodeLogIns = ReturnType<typeof createCodeLogIns>

export const serveOtps = ({ on }: Router, { sessions, codeLogIns }: BaseMemberParts & { codeLogIns: CodeLogIns }) => {
  const sms = v.object({
    ...whoSignsIn,
    mfa_phone_number: v.optional(phoneNumber),
    locale: optionalText,
    enable_autofill: v.optional(v.boolean()),
    autofill_session_duration_minutes: v.optional(sessionDuration),
  })
  on(api.otps.sms.send, sms, (body, request) => codeLogIns.sendSms(sessions.memberSigningIn(request, body), body.mfa_phone_number))
  on(
    api.otps.sms.authenticate,
    v.object({ ...whoSignsIn, ...smsCode.entries, session_duration_minutes: sessionDuration }),
    (body, request) => codeLogIns.authenticateSms(sessions.memberSigningIn(request, body), body, request),
  )
  on(api.otps.email.loginOrSignup, emailCodeRequest, codeLogIns.sendEmail)
  on(
    api.otps.email.authenticate,
    v.object({ ...emailCode.entries, session_duration_minutes: sessionDuration }),
    codeLogIns.authenticateEmail,
  )
  on(api.otps.email.discovery.send, discoveryCodeRequest, codeLogIns.sendDiscovery)
  on(api.otps.email.discovery.authenticate, discoveryCode, codeLogIns.authenticateDiscovery)
}
