import * as v from 'valibot'
import * as api from '../../api/b2b/passwords.ts'
import type { User } from '../../api/entities.ts'
import type { Member } from '../../api/b2b/entities.ts'
import { codeChallenge, emailAddress, linkExpiration, sessionDuration } from '../fields.ts'
import type { Locks } from '../locks.ts'
import type { Passwords } from '../passwords.ts'
import type { Project } from '../project.ts'
import { redirectUrl } from '../redirects.ts'
import { refuse } from '../refusal.ts'
import type { Router } from '../router.ts'
import type { Proof } from '../sessions.ts'
import type { Mails } from './magicLinks.ts'
import type { Organizations } from './organizations.ts'
import { endsInSession, type MemberSessions } from './sessions.ts'
import type { Stores } from '../stores.ts'

/** The passwords of members. A password belongs to an address, and works in every organization that has a member with it. */
export const createMemberPasswords = (passwords: Passwords, organizations: Organizations, stores: Stores) => {
  /** The user under which the password of an address is stored. */
  const holders = stores.map<User>('member_password_holders')
  return {
    guesses: passwords.guesses,
    strength: passwords.strength,
    has: (email: string) => holders.has(email),
    matches: (email: string, password: string) => {
      const holder = holders.get(email)
      return Boolean(holder && passwords.matches(holder, password))
    },
    set: (email: string, password: string) => {
      const holder = holders.get(email) ?? ({ user_id: `password of ${email}` } as User)
      passwords.set(holder, password)
      holders.set(email, holder)
      organizations.members.keepPassword(email, holder.password!.password_id)
    },
    remove: ({ email_address }: Member) => {
      holders.delete(email_address)
      organizations.members.keepPassword(email_address, '')
    },
  }
}

export type MemberPasswords = ReturnType<typeof createMemberPasswords>

const proof: Proof = { type: 'password', delivery_method: 'knowledge' }

const text = v.optional(v.string())
const duration = { session_duration_minutes: sessionDuration, locale: text }
const inOrganization = { organization_id: v.string(), email_address: emailAddress }
const intermediate = { intermediate_session_token: text }

const resetOptions = {
  reset_password_redirect_url: text,
  reset_password_expiration_minutes: v.optional(linkExpiration),
  reset_password_template_id: text,
  verify_email_template_id: text,
  locale: text,
}

interface Needs {
  project: Project
  organizations: Organizations
  sessions: MemberSessions
  mails: Mails
  locks: Locks
  passwords: MemberPasswords
}

/** Serves log-in with passwords, their reset, and discovery by password. */
export const servePasswords = ({ on }: Router, { project, organizations, sessions, mails, locks, passwords }: Needs) => {
  const { members } = organizations
  const checkStrength = (password: string, email: string | undefined) => {
    const { breached_password, valid_password } = passwords.strength(password, passwords.guesses(email))
    if (breached_password) refuse('breached_password')
    if (!valid_password) refuse('weak_password')
  }

  const checkPassword = (email: string, password: string) => {
    if (!passwords.has(email)) refuse('member_password_not_found')
    locks.check(email)
    if (!passwords.matches(email, password)) {
      locks.failed(email)
      refuse('unauthorized_credentials')
    }
    locks.succeeded(email)
  }

  const memberOf = (organization_id: string, email: string) =>
    members.withEmail(organizations.required(organization_id).organization_id, email) ?? refuse('member_not_found')

  on(api.passwords.strengthCheck, v.object({ email_address: text, password: v.string() }), ({ email_address, password }) => {
    const { feedback, ...strength } = passwords.strength(password, passwords.guesses(email_address))
    const { luds_requirements, ...zxcvbn } = feedback
    return { ...strength, zxcvbn_feedback: zxcvbn, luds_feedback: luds_requirements }
  })

  on(api.passwords.authenticate, v.object({ ...inOrganization, ...duration, ...intermediate, password: v.string() }), (body, request) => {
    const member = memberOf(body.organization_id, body.email_address)
    checkPassword(body.email_address, body.password)
    return sessions.signIn(request, member, [proof], body.session_duration_minutes, body.intermediate_session_token)
  })

  on(
    api.passwords.discovery.authenticate,
    v.object({ email_address: emailAddress, password: v.string() }),
    ({ email_address, password }) => {
      checkPassword(email_address, password)
      return { ...sessions.discover(email_address, [proof]), organization_id_hint: null }
    },
  )

  const challenge = v.optional(codeChallenge)
  const checkRequirements = (given: string | undefined) => {
    if (project.pkce_required_for_password_resets && !given) refuse('invalid_pkce_code_challenge')
  }

  on(
    api.passwords.resetByEmailStart,
    v.object({ ...inOrganization, ...resetOptions, login_redirect_url: text, code_challenge: challenge }),
    (body, request) => {
      const member = memberOf(body.organization_id, body.email_address)
      const url = redirectUrl(body.reset_password_redirect_url, project, request)
      redirectUrl(body.login_redirect_url, project, request)
      checkRequirements(body.code_challenge)
      mails.send({
        subject: 'Set a new password for',
        url,
        type: 'multi_tenant_passwords',
        email: body.email_address,
        member,
        challenge: body.code_challenge,
        minutes: body.reset_password_expiration_minutes,
      })
      return { member_id: member.member_id }
    },
  )

  on(
    api.passwords.discovery.resetByEmailStart,
    v.object({ email_address: emailAddress, discovery_redirect_url: text, ...resetOptions, pkce_code_challenge: challenge }),
    (body, request) => {
      const url = redirectUrl(body.reset_password_redirect_url, project, request)
      checkRequirements(body.pkce_code_challenge)
      mails.send({
        subject: 'Set a new password for',
        url,
        type: 'discovery_passwords',
        email: body.email_address,
        challenge: body.pkce_code_challenge,
        minutes: body.reset_password_expiration_minutes,
      })
      return {}
    },
  )

  const reset = { password_reset_token: v.string(), password: v.string(), ...intermediate }

  on(api.passwords.resetByEmail, v.object({ ...reset, ...duration, code_verifier: text }), async (body, request) => {
    const { member, email } = mails.find(body.password_reset_token, 'multi_tenant_passwords')
    if (!member) return refuse('unable_to_auth_magic_link')
    checkStrength(body.password, email)
    await mails.take(body.password_reset_token, 'multi_tenant_passwords', body.code_verifier)
    passwords.set(email, body.password)
    locks.succeeded(email)
    // the email has reached the member
    member.email_address_verified = true
    return sessions.signIn(request, member, [proof], body.session_duration_minutes, body.intermediate_session_token)
  })

  on(api.passwords.discovery.resetByEmail, v.object({ ...reset, pkce_code_verifier: text, locale: text }), async (body) => {
    const { email } = mails.find(body.password_reset_token, 'discovery_passwords')
    checkStrength(body.password, email)
    await mails.take(body.password_reset_token, 'discovery_passwords', body.pkce_code_verifier)
    passwords.set(email, body.password)
    locks.succeeded(email)
    sessions.spend(body.intermediate_session_token)
    return { ...sessions.discover(email, [proof]), organization_id_hint: null }
  })

  const change = v.object({ ...inOrganization, ...duration, existing_password: v.string(), new_password: v.string() })
  on(api.passwords.resetByExistingPassword, change, (body, request) => {
    const member = memberOf(body.organization_id, body.email_address)
    checkPassword(body.email_address, body.existing_password)
    checkStrength(body.new_password, body.email_address)
    passwords.set(body.email_address, body.new_password)
    return sessions.signIn(request, member, [proof], body.session_duration_minutes)
  })

  on(api.passwords.resetBySession, v.object({ password: v.string() }), async ({ password }, request) => {
    const { member } = sessions.required(request)
    checkStrength(password, member.email_address)
    passwords.set(member.email_address, password)
    return endsInSession(await sessions.signIn(request, member, [proof], undefined))
  })
}
