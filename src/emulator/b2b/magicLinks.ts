import * as v from 'valibot'
import * as api from '../../api/b2b/magicLinks.ts'
import type { RetiredEmail } from '../../api/b2b/organizations.ts'
import type { Member } from '../../api/b2b/entities.ts'
import type { Clock } from '../clock.ts'
import { createExpiring, randomToken } from '../expiring.ts'
import { codeChallenge, emailAddress, linkExpiration, sessionDuration } from '../fields.ts'
import type { Outbox } from '../outbox.ts'
import { checkPkce } from '../pkce.ts'
import type { Project } from '../project.ts'
import { redirectUrl, withParameters } from '../redirects.ts'
import { refuse } from '../refusal.ts'
import type { ApiRequest, Router } from '../router.ts'
import type { Proof } from '../sessions.ts'
import type { Organizations } from './organizations.ts'
import type { MemberSessions } from './sessions.ts'

/** What the token in an email represents. Without a member, the visitor has yet to choose an organization. */
export interface MemberLink {
  /**
   * The purpose of the token: one for log-in cannot set a password, and one for a password cannot log in. In the URLs of both kinds of discovery
   * emails the token type is `discovery`.
   */
  type: 'multi_tenant_magic_links' | 'multi_tenant_passwords' | 'discovery' | 'discovery_passwords'
  email: string
  member?: Member
  /** The PKCE challenge, if there is one: only the device that requested the link can redeem it. */
  challenge?: string
  /** Whether the link confirms a new address of the member. */
  newAddress?: boolean
}

/** How long a link is valid if its call does not say. */
const DEFAULT_MINUTES = 30
/** The provider's default for an invitation: a week. */
const INVITATION_MINUTES = 10_080

interface Mail extends MemberLink {
  subject: string
  url: string
  minutes?: number
}

/** Sends emails with links to members, and redeems the tokens of those links. */
export const createMails = (clock: Clock, project: Project, outbox: Outbox, { members }: Organizations) => {
  const links = createExpiring<MemberLink>(clock)

  /** Returns what a token of this type represents. Refuses the token of a deleted member. */
  const find = (token: string, type: MemberLink['type']) => {
    const link = links.find(token)
    if (link?.type !== type) return refuse('unable_to_auth_magic_link')
    if (link.member?.status === 'deleted') refuse('member_not_found')
    // it was sent to an address that no longer belongs to the member
    if (link.member && !link.newAddress && link.email !== link.member.email_address) refuse('unable_to_auth_magic_link')
    return link
  }

  const mails = {
    find,
    send: ({ subject, url, minutes = DEFAULT_MINUTES, ...link }: Mail) => {
      outbox.checkRecipient(link.email)
      const token = randomToken()
      links.put(token, link, minutes)
      const href = withParameters(url, { token, stytch_token_type: link.type === 'discovery_passwords' ? 'discovery' : link.type })
      outbox.send({
        channel: 'email',
        to: link.email,
        subject: `${subject} ${project.project_name ?? 'the app'}`,
        text: `Open this link to continue: ${href}\nIt works once, for ${minutes} minutes.`,
        url: href,
      })
    },
    /** Redeems a token once, and only on the device that requested it. */
    take: async (token: string, type: MemberLink['type'], verifier: string | undefined) => {
      const link = find(token, type)
      // A wrong verifier does not spend the link: the device that requested it can still redeem it.
      await checkPkce(link.challenge, verifier)
      // Looks again, because two requests with the same token can be waiting in the line above.
      find(token, type)
      links.spend(token)
      return link
    },
    /** Sends a link to a new address. The member has the new address when the link is opened. */
    changeAddress: (member: Member, body: { email_address: string; login_redirect_url?: string }, request: ApiRequest) => {
      const url = redirectUrl(body.login_redirect_url, project, request)
      members.checkFree(member, body.email_address)
      mails.send({
        subject: 'Confirm your new address for',
        url,
        type: 'multi_tenant_magic_links',
        email: body.email_address,
        member,
        newAddress: true,
      })
      return member
    },
    /** Releases an address that the member had before. */
    unlink: (member: Member, which: RetiredEmail) => {
      const { retired_email_addresses: retired } = member
      const name = which.email_id === undefined ? 'email_address' : 'email_id'
      const at = retired.findIndex((entry) => entry[name] === which[name])
      if (at < 0) refuse('email_not_found')
      retired.splice(at, 1)
      return member
    },
  }
  return mails
}

export type Mails = ReturnType<typeof createMails>

const text = v.optional(v.string())
const minutes = v.optional(linkExpiration)

const invitation = v.object({
  email_address: emailAddress,
  invite_redirect_url: text,
  invite_template_id: text,
  invite_expiration_minutes: minutes,
  name: text,
  untrusted_metadata: v.optional(v.record(v.string(), v.unknown())),
  locale: text,
  roles: v.optional(v.array(v.string())),
})

const link = v.object({
  email_address: emailAddress,
  organization_id: v.string(),
  login_redirect_url: text,
  signup_redirect_url: text,
  login_template_id: text,
  signup_template_id: text,
  login_expiration_minutes: minutes,
  signup_expiration_minutes: minutes,
  locale: text,
  pkce_code_challenge: v.optional(codeChallenge),
})

const discovery = v.object({
  email_address: emailAddress,
  discovery_redirect_url: text,
  login_template_id: text,
  discovery_expiration_minutes: minutes,
  locale: text,
  pkce_code_challenge: v.optional(codeChallenge),
})

/** The factor of a member who has opened a link in an email. */
export const proofOf = (email: string): Proof => ({
  type: 'magic_link',
  delivery_method: 'email',
  email_factor: { email_id: '', email_address: email },
})

/** Returns the member with this address. Creates the member if the organization lets the address join without an invitation. */
export const memberOrJoining = (organizations: Organizations, organization_id: string, email: string): Member => {
  const organization = organizations.required(organization_id)
  const known = organizations.members.withEmail(organization_id, email)
  if (known) return known
  if (!organizations.members.mayJoin(organization, email)) refuse('member_not_found')
  return organizations.members.add(organization, email, { status: 'pending' })
}

interface Needs {
  project: Project
  organizations: Organizations
  sessions: MemberSessions
  mails: Mails
}

/** Serves log-in with email links, invitations and discovery by email. */
export const serveMagicLinks = ({ on }: Router, { project, organizations, sessions, mails }: Needs) => {
  const checkRequirements = (challenge: string | undefined) => {
    if (project.pkce_required_for_email_magic_links && !challenge) refuse('invalid_pkce_code_challenge')
  }

  on(api.magicLinks.email.invite, invitation, (body, request) => {
    const { organization, member: inviter } = sessions.required(request)
    if (organization.email_invites === 'NOT_ALLOWED' || (organization.email_invites === 'RESTRICTED' && !inviter.is_admin))
      refuse('unauthorized_action')
    const url = redirectUrl(body.invite_redirect_url, project, request)
    const known = organizations.members.withEmail(organization.organization_id, body.email_address)
    const member =
      known ??
      organizations.members.add(
        organization,
        body.email_address,
        { status: 'invited', name: body.name ?? '', untrusted_metadata: body.untrusted_metadata ?? {} },
        body.roles,
      )
    mails.send({
      subject: `Join ${organization.organization_name} in`,
      url,
      type: 'multi_tenant_magic_links',
      email: body.email_address,
      member,
      minutes: body.invite_expiration_minutes ?? INVITATION_MINUTES,
    })
    return { member_id: member.member_id, member, organization }
  })

  on(api.magicLinks.email.loginOrSignup, link, (body, request) => {
    for (const url of [body.login_redirect_url, body.signup_redirect_url]) if (url) redirectUrl(url, project, request)
    checkRequirements(body.pkce_code_challenge)
    const member = memberOrJoining(organizations, body.organization_id, body.email_address)
    const known = member.status === 'active'
    mails.send({
      subject: known ? 'Log in to' : 'Finish signing up for',
      type: 'multi_tenant_magic_links',
      email: body.email_address,
      member,
      url: redirectUrl(known ? body.login_redirect_url : body.signup_redirect_url, project, request),
      challenge: body.pkce_code_challenge,
      minutes: known ? body.login_expiration_minutes : body.signup_expiration_minutes,
    })
    return { member_id: member.member_id, member }
  })

  on(api.magicLinks.email.discovery.send, discovery, (body, request) => {
    const url = redirectUrl(body.discovery_redirect_url, project, request)
    checkRequirements(body.pkce_code_challenge)
    mails.send({
      subject: 'Log in to',
      url,
      type: 'discovery',
      email: body.email_address,
      challenge: body.pkce_code_challenge,
      minutes: body.discovery_expiration_minutes,
    })
    return {}
  })

  const token = v.object({
    magic_links_token: v.string(),
    pkce_code_verifier: text,
    session_duration_minutes: sessionDuration,
    locale: text,
    intermediate_session_token: text,
  })
  on(api.magicLinks.authenticate, token, async (body, request) => {
    const { member, email, newAddress } = await mails.take(body.magic_links_token, 'multi_tenant_magic_links', body.pkce_code_verifier)
    if (!member) return refuse('unable_to_auth_magic_link')
    // refused if another member has taken the address in the meantime
    if (newAddress) organizations.members.move(member, email)
    const signedIn = await sessions.signIn(
      request,
      member,
      [proofOf(email)],
      body.session_duration_minutes,
      body.intermediate_session_token,
    )
    return { ...signedIn, reset_sessions: false, method_id: member.member_id }
  })

  const discoveryToken = v.object({ discovery_magic_links_token: v.string(), pkce_code_verifier: text })
  on(api.magicLinks.discovery.authenticate, discoveryToken, async ({ discovery_magic_links_token, pkce_code_verifier }) => {
    const { email } = await mails.take(discovery_magic_links_token, 'discovery', pkce_code_verifier)
    return sessions.discover(email, [proofOf(email)])
  })
}
