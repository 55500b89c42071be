import * as v from 'valibot'
import * as api from '../../api/b2b/otps.ts'
import type { Member } from '../../api/b2b/entities.ts'
import type { Clock } from '../clock.ts'
import { createExpiring, randomCode } from '../expiring.ts'
import { codeExpiration, emailAddress, phoneNumber, sessionDuration } from '../fields.ts'
import type { Locks } from '../locks.ts'
import type { Outbox } from '../outbox.ts'
import type { Project } from '../project.ts'
import { refuse } from '../refusal.ts'
import type { Router } from '../router.ts'
import type { Proof } from '../sessions.ts'
import { memberOrJoining } from './magicLinks.ts'
import type { Organizations } from './organizations.ts'
import type { SecondFactors } from './secondFactors.ts'
import { endsInSession, type MemberSessions } from './sessions.ts'

/** How long a code is valid if its call does not say. */
const SMS_MINUTES = 5
const EMAIL_MINUTES = 10

const text = v.optional(v.string())
const minutes = v.optional(codeExpiration)

/** What a second factor can change in the member who proved it. */
export const enrollment = v.optional(v.picklist(['enroll', 'unenroll']))

/** Changes whether every sign-in of the member requires a second factor. */
export const enroll = (member: Member, how: v.InferOutput<typeof enrollment>) => {
  if (how) member.mfa_enrolled = how === 'enroll'
}

interface Needs {
  clock: Clock
  project: Project
  organizations: Organizations
  sessions: MemberSessions
  outbox: Outbox
  locks: Locks
  secondFactors: SecondFactors
}

/** Serves codes: by SMS as a second factor, by email as log-in and for discovery. */
export const serveOtps = ({ on }: Router, { clock, project, organizations, sessions, outbox, locks, secondFactors }: Needs) => {
  /** By purpose: the number of a member, an address in an organization, an address. Only the newest is valid. */
  const codes = createExpiring<string>(clock)
  const inOrganization = (organization_id: string, email: string) => `${organization_id} ${email}`
  /** A code verifies the number to which it was sent, even if the member has given another number since. */
  const atPhone = (member: Member, phone: string) => `${member.member_id} ${phone}`

  const send = (key: string, channel: 'sms' | 'email', to: string, minutes: number) => {
    outbox.checkRecipient(to)
    const code = randomCode()
    codes.put(key, code, minutes)
    const name = project.project_name ?? 'the app'
    const subject = channel === 'email' ? { subject: `Your code for ${name}` } : {}
    outbox.send({ channel, to, ...subject, text: `${code} is your code for ${name}. It works for ${minutes} minutes.`, code })
  }

  /** Redeems a code once. Too many wrong ones lock the owner. */
  const take = (key: string, code: string, owner = key) => {
    if (!/^\d{6}$/.test(code)) refuse('invalid_code')
    locks.check(owner)
    if (codes.find(key) !== code) {
      locks.failed(owner)
      refuse('otp_code_not_found')
    }
    codes.spend(key)
    locks.succeeded(owner)
  }

  const sms = v.object({
    organization_id: v.string(),
    member_id: v.string(),
    mfa_phone_number: v.optional(phoneNumber),
    locale: text,
    enable_autofill: v.optional(v.boolean()),
    autofill_session_duration_minutes: v.optional(sessionDuration),
    intermediate_session_token: text,
  })
  on(api.otps.sms.send, sms, ({ organization_id, member_id, mfa_phone_number, intermediate_session_token }, request) => {
    const member = sessions.memberSigningIn(request, intermediate_session_token, organization_id, member_id)
    const phone = secondFactors.phoneOf(organizations, member, mfa_phone_number)
    send(atPhone(member, phone), 'sms', phone, SMS_MINUTES)
    return { member_id, member, organization: organizations.required(organization_id) }
  })

  const smsCode = v.object({
    organization_id: v.string(),
    member_id: v.string(),
    code: v.string(),
    session_duration_minutes: sessionDuration,
    set_mfa_enrollment: enrollment,
    intermediate_session_token: text,
  })
  on(api.otps.sms.authenticate, smsCode, async (body, request) => {
    const member = sessions.memberSigningIn(request, body.intermediate_session_token, body.organization_id, body.member_id)
    take(atPhone(member, member.mfa_phone_number), body.code, member.member_id)
    member.mfa_phone_number_verified = true
    member.default_mfa_method ||= 'sms_otp'
    enroll(member, body.set_mfa_enrollment)
    const proof: Proof = {
      type: 'otp',
      delivery_method: 'sms',
      phone_number_factor: { phone_id: '', phone_number: member.mfa_phone_number },
    }
    return endsInSession(await sessions.signIn(request, member, [proof], body.session_duration_minutes, body.intermediate_session_token))
  })

  const proofOf = (email: string): Proof => ({
    type: 'otp',
    delivery_method: 'email',
    email_factor: { email_id: '', email_address: email },
  })

  const emailOptions = {
    login_template_id: text,
    signup_template_id: text,
    locale: text,
    login_expiration_minutes: minutes,
    signup_expiration_minutes: minutes,
  }
  on(api.otps.email.loginOrSignup, v.object({ ...emailOptions, organization_id: v.string(), email_address: emailAddress }), (body) => {
    const member = memberOrJoining(organizations, body.organization_id, body.email_address)
    send(
      inOrganization(body.organization_id, body.email_address),
      'email',
      body.email_address,
      body.login_expiration_minutes ?? EMAIL_MINUTES,
    )
    return { member_id: member.member_id, member }
  })

  const emailCode = v.object({
    organization_id: v.string(),
    email_address: emailAddress,
    code: v.string(),
    session_duration_minutes: sessionDuration,
    locale: text,
    intermediate_session_token: text,
  })
  on(api.otps.email.authenticate, emailCode, async (body, request) => {
    take(inOrganization(body.organization_id, body.email_address), body.code)
    const member = memberOrJoining(organizations, body.organization_id, body.email_address)
    const signedIn = await sessions.signIn(
      request,
      member,
      [proofOf(body.email_address)],
      body.session_duration_minutes,
      body.intermediate_session_token,
    )
    return { ...signedIn, method_id: member.member_id }
  })

  const discovery = v.object({ email_address: emailAddress, login_template_id: text, discovery_expiration_minutes: minutes, locale: text })
  on(api.otps.email.discovery.send, discovery, ({ email_address, discovery_expiration_minutes }) => {
    send(email_address, 'email', email_address, discovery_expiration_minutes ?? EMAIL_MINUTES)
    return {}
  })

  on(api.otps.email.discovery.authenticate, v.object({ email_address: emailAddress, code: v.string() }), ({ email_address, code }) => {
    take(email_address, code)
    return sessions.discover(email_address, [proofOf(email_address)])
  })
}
