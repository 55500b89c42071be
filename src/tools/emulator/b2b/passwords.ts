import * as v from 'valibot'
import * as api from '../../../api/b2b/passwords.ts'
import type { User } from '../../../api/entities.ts'
import type { Member } from '../../../api/b2b/entities.ts'
import { codeChallenge, emailAddress, linkExpiration, optionalText, sessionDuration } from '../requests/fields.ts'
import type { PasswordHash } from '../methods/passwordHashes.ts'
import { redirectUrl } from '../methods/redirects.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import type { Proof } from '../sessions/sessions.ts'
import type { Mails } from './magicLinks.ts'
import type { Organization, Organizations } from './organizations.ts'
import type { Actor } from './permissions.ts'
import { endsInSession, type Bearer, type Lasting } from './sessions.ts'
import type { Parts } from '../parts.ts'
import { objects } from '../state/storeMap.ts'
import type { BaseMemberParts } from './baseParts.ts'

/**
 * The passwords of members. A password belongs to an address, and works in every organization that
 * has a member with it.
 */
export const createMemberPasswords = ({ passwords, organizations, stores }: Parts & { organizations: Organizations }) => {
  /** The user under which the password of an address is stored. */
  const holders = stores.map('member_password_holders', objects<User>({ user_id: 'string' }))
  const keep = (email: string, set: (holder: User) => void) => {
    const holder = holders.get(email) ?? ({ user_id: `password of ${email}` } as User)
    set(holder)
    holders.set(email, holder)
    organizations.members.keepPassword(email, holder.password!.password_id)
  }

  return {
    guesses: passwords.guesses,
    strength: passwords.strength,
    checkStrength: passwords.checkStrength,
    has: (email: string) => holders.has(email),
    matches: (email: string, password: string) => {
      const holder = holders.get(email)
      return Boolean(holder && passwords.matches(holder, password))
    },
    set: (email: string, password: string) => keep(email, (holder) => passwords.set(holder, password)),
    /** Sets a password that was hashed elsewhere. */
    setHash: (email: string, hash: PasswordHash) => keep(email, (holder) => passwords.setHash(holder, hash)),
    /** From now on, the password of this address signs nobody in. It has to be reset by email. */
    requireReset: (email: string) => {
      const holder = holders.get(email)
      if (holder?.password) holder.password.requires_reset = true
    },
    mustBeReset: (email: string) => holders.get(email)?.password?.requires_reset === true,
    remove: ({ email_address }: Member) => {
      holders.delete(email_address)
      organizations.members.keepPassword(email_address, '')
    },
  }
}

export type MemberPasswords = ReturnType<typeof createMemberPasswords>

/**
 * The id of the address of a member. The emulator has one for each member, as the provider does for
 * each address.
 */
const emailIdOf = ({ member_id }: Member) => member_id.replace(/^member/, 'email')

const proof: Proof = { type: 'password', delivery_method: 'knowledge' }

const challenge = v.optional(codeChallenge)
const inOrganization = { organization_id: v.string(), email_address: emailAddress, locale: optionalText }

const resetOptions = {
  reset_password_redirect_url: optionalText,
  reset_password_expiration_minutes: v.optional(linkExpiration),
  reset_password_template_id: optionalText,
  verify_email_template_id: optionalText,
  locale: optionalText,
}

/** A password to judge. */
export const strengthQuestion = v.object({ email_address: optionalText, password: v.string() })

export const memberPassword = v.object({ ...inOrganization, intermediate_session_token: optionalText, password: v.string() })

/** The password of an address, without an organization. */
export const discoveryPassword = v.object({ email_address: emailAddress, password: v.string() })

/** The member who is to get a link for a new password. */
export const resetRequest = v.object({ ...inOrganization, ...resetOptions, login_redirect_url: optionalText, code_challenge: challenge })

/** The same for an address without an organization. */
export const discoveryResetRequest = v.object({
  email_address: emailAddress,
  discovery_redirect_url: optionalText,
  ...resetOptions,
  pkce_code_challenge: challenge,
})

export const passwordReset = v.object({
  password_reset_token: v.string(),
  password: v.string(),
  locale: optionalText,
  intermediate_session_token: optionalText,
  code_verifier: optionalText,
})

/** The same for an address without an organization. */
export const discoveryPasswordReset = v.object({
  password_reset_token: v.string(),
  password: v.string(),
  locale: optionalText,
  intermediate_session_token: optionalText,
  pkce_code_verifier: optionalText,
})

export const passwordChange = v.object({ ...inOrganization, existing_password: v.string(), new_password: v.string() })

/**
 * How members sign in with passwords, in an organization or before they have chosen one, and set
 * new ones.
 */
export const createPasswordLogIns = ({
  project,
  organizations,
  sessions,
  permissions,
  mails,
  locks,
  passwords,
}: BaseMemberParts & { mails: Mails; passwords: MemberPasswords }) => {
  const { members } = organizations
  const isBreached = (password: string) => passwords.strength(password, []).breached_password

  const checkPassword = (email: string, password: string) => {
    if (!passwords.has(email)) refuse('member_password_not_found')
    locks.check(email)
    if (!passwords.matches(email, password)) {
      locks.recordFailure(email)
      refuse('unauthorized_credentials')
    }
    locks.recordSuccess(email)
  }

  /** The same for a log-in. The password can have become known since it was set. */
  const checkForLogIn = (email: string, password: string) => {
    checkPassword(email, password)
    if (passwords.mustBeReset(email) || isBreached(password)) refuse('member_reset_password')
  }

  const memberOf = (organization_id: string, email: string) =>
    members.withEmail(organizations.require(organization_id).organization_id, email) ?? refuse('member_not_found')

  const checkRequirements = (challenge: string | undefined) => {
    if (project.pkce_required_for_password_resets && !challenge) refuse('invalid_pkce_code_challenge')
  }

  return {
    strength: ({ email_address, password }: v.InferOutput<typeof strengthQuestion>) => {
      const { feedback, ...strength } = passwords.strength(password, passwords.guesses(email_address))
      const { luds_requirements, ...zxcvbn } = feedback
      return { ...strength, zxcvbn_feedback: zxcvbn, luds_feedback: luds_requirements }
    },

    authenticate: (body: v.InferOutput<typeof memberPassword> & Lasting, bearer: Bearer) => {
      const member = memberOf(body.organization_id, body.email_address)
      checkForLogIn(body.email_address, body.password)
      return sessions.signIn(bearer, member, [proof], body)
    },

    authenticateDiscovery: ({ email_address, password }: v.InferOutput<typeof discoveryPassword>) => {
      checkForLogIn(email_address, password)
      return { ...sessions.discover(email_address, [proof]), organization_id_hint: null }
    },

    sendReset: (body: v.InferOutput<typeof resetRequest>, request: { headers: Headers }) => {
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
      return { member_id: member.member_id, member_email_id: emailIdOf(member), member }
    },

    sendDiscoveryReset: (body: v.InferOutput<typeof discoveryResetRequest>, request: { headers: Headers }) => {
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

    /** Sets a new password and signs the member in. It ends their other sessions. */
    reset: async (body: v.InferOutput<typeof passwordReset> & Lasting, bearer: Bearer) => {
      const { member, email } = mails.find(body.password_reset_token, 'multi_tenant_passwords')
      if (!member) return refuse('unable_to_auth_magic_link')
      passwords.checkStrength(body.password, email)
      await mails.take(body.password_reset_token, 'multi_tenant_passwords', body.code_verifier)
      passwords.set(email, body.password)
      locks.recordSuccess(email)
      // the email has reached the member
      member.email_address_verified = true
      sessions.revokeAll(member.member_id, bearer.sessionToken)
      const answer = await sessions.signIn(bearer, member, [proof], body)
      return { ...answer, member_email_id: emailIdOf(member) }
    },

    resetDiscovery: async (body: v.InferOutput<typeof discoveryPasswordReset>) => {
      const { email } = mails.find(body.password_reset_token, 'discovery_passwords')
      passwords.checkStrength(body.password, email)
      await mails.take(body.password_reset_token, 'discovery_passwords', body.pkce_code_verifier)
      passwords.set(email, body.password)
      locks.recordSuccess(email)
      sessions.spend(body.intermediate_session_token)
      return { ...sessions.discover(email, [proof]), organization_id_hint: null }
    },

    change: (body: v.InferOutput<typeof passwordChange> & Lasting, bearer: Bearer) => {
      const member = memberOf(body.organization_id, body.email_address)
      checkPassword(body.email_address, body.existing_password)
      passwords.checkStrength(body.new_password, body.email_address)
      passwords.set(body.email_address, body.new_password)
      return sessions.signIn(bearer, member, [proof], body)
    },

    setInSession: ({ password, session_duration_minutes }: Lasting & { password: string }, bearer: Bearer) => {
      const { member } = sessions.require(bearer)
      passwords.checkStrength(password, member.email_address)
      passwords.set(member.email_address, password)
      return sessions.signIn(bearer, member, [proof], { session_duration_minutes })
    },

    /** The password of this address has to be reset by email before it signs a member in again. */
    requireReset: (actor: Actor, organization: Organization | undefined, email: string) => {
      const member = organization && (members.withEmail(organization.organization_id, email) ?? refuse('member_not_found'))
      permissions.check(actor, ['stytch.member', 'update.info.delete.password'], member)
      if (!passwords.has(email)) refuse('member_password_not_found')
      passwords.requireReset(email)
      return { member_id: member?.member_id ?? null, member: member ?? null, organization: organization ?? null }
    },
  }
}

export type MemberPasswordLogIns = ReturnType<typeof createPasswordLogIns>

export const servePasswords = ({ on }: Router, { passwordLogIns }: { passwordLogIns: MemberPasswordLogIns }) => {
  const lasting = { session_duration_minutes: sessionDuration }
  const { discovery } = api.passwords

  on(api.passwords.strengthCheck, strengthQuestion, passwordLogIns.strength)
  on(api.passwords.authenticate, v.object({ ...memberPassword.entries, ...lasting }), passwordLogIns.authenticate)
  on(discovery.authenticate, discoveryPassword, passwordLogIns.authenticateDiscovery)
  on(api.passwords.resetByEmailStart, resetRequest, passwordLogIns.sendReset)
  on(discovery.resetByEmailStart, discoveryResetRequest, passwordLogIns.sendDiscoveryReset)
  on(api.passwords.resetByEmail, v.object({ ...passwordReset.entries, ...lasting }), passwordLogIns.reset)
  on(discovery.resetByEmail, discoveryPasswordReset, passwordLogIns.resetDiscovery)
  on(api.passwords.resetByExistingPassword, v.object({ ...passwordChange.entries, ...lasting }), passwordLogIns.change)
  on(api.passwords.resetBySession, v.object({ password: v.string() }), async (body, request) =>
    endsInSession(await passwordLogIns.setInSession(body, request)),
  )
}
