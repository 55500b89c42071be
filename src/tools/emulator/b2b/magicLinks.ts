import * as v from 'valibot'
import * as api from '../../../api/b2b/magicLinks.ts'
import type { RetiredEmail } from '../../../api/b2b/organizations.ts'
import type { EmailUpdateDelivery, Member } from '../../../api/b2b/entities.ts'
import { createExpiring, randomToken } from '../state/expiring.ts'
import { codeChallenge, emailAddress, linkExpiration, optionalText, sessionDuration, withoutUndefined } from '../requests/fields.ts'
import { metadata } from '../state/metadata.ts'
import { findProven } from '../methods/pkce.ts'
import { redirectUrl, withParameters } from '../methods/redirects.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import type { Proof } from '../sessions/sessions.ts'
import type { Organization, Organizations } from './organizations.ts'
import type { Actor } from './permissions.ts'
import type { Bearer, Lasting } from './sessions.ts'
import type { BaseMemberParts } from './baseParts.ts'

/**
 * What the token in an email represents. Without a member, the visitor has yet to choose an
 * organization.
 */
interface MemberLink {
  /**
   * The purpose of the token: one for log-in cannot set a password, and one for a password cannot
   * log in. In the URLs of both kinds of discovery emails the token type is `discovery`; the
   * redirect type tells them apart.
   */
  type: 'multi_tenant_magic_links' | 'multi_tenant_passwords' | 'discovery' | 'discovery_passwords'
  email: string
  member?: Member
  /** The PKCE challenge, if there is one: only the device that requested the link can redeem it. */
  challenge?: string
  /** Whether the link confirms a new address of the member. */
  newAddress?: boolean
}

/** The purposes of links with which a visitor sets a password. */
const passwordTypes: MemberLink['type'][] = ['multi_tenant_passwords', 'discovery_passwords']

/** How long a link is valid if its call does not say. */
const DEFAULT_MINUTES = 30
/** The provider's default for an invitation: a week. */
const INVITATION_MINUTES = 10_080

interface Mail extends MemberLink {
  subject: string
  url: string
  minutes?: number
}

/** A member's new address, and how it is confirmed: by a link if the call does not say. */
interface AddressChange {
  email_address: string
  login_redirect_url?: string
  delivery_method?: EmailUpdateDelivery
}

/** Sends emails with links to members, and redeems the tokens of those links. */
export const createMails = ({ clock, project, outbox, organizations, codes }: BaseMemberParts) => {
  const { members } = organizations
  const links = createExpiring<MemberLink>(clock)

  /** Returns what a token of this type represents. Refuses the token of a deleted member. */
  const find = (token: string, type: MemberLink['type']) => {
    const link = links.find(token)
    if (link?.type !== type) return refuse('unable_to_auth_magic_link')
    // redeeming the link changes the member
    const member = link.member && (members.byId(link.member.member_id) ?? refuse('member_not_found'))
    if (member?.status === 'deleted') refuse('member_not_found')
    // it was sent to an address that no longer belongs to the member
    if (member && !link.newAddress && link.email !== member.email_address) refuse('unable_to_auth_magic_link')
    return { ...link, member }
  }

  const mails = {
    find,
    send: ({ subject, url, minutes = DEFAULT_MINUTES, ...link }: Mail) => {
      outbox.checkRecipient(link.email)
      const token = randomToken()
      links.put(token, link, minutes)
      const href = withParameters(url, {
        token,
        stytch_token_type: link.type === 'discovery_passwords' ? 'discovery' : link.type,
        // The provider's screens tell by this whether a visitor sets a password or logs in.
        stytch_redirect_type: passwordTypes.includes(link.type) ? 'reset_password' : 'login',
      })
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
      const link = await findProven(() => find(token, type), verifier)
      links.spend(token)
      return link
    },
    /**
     * Sends a link or a code to a new address. The member has the new address when the link is
     * opened, or the code redeemed.
     */
    changeAddress: (member: Member, body: AddressChange, request: { headers: Headers }) => {
      const url = redirectUrl(body.login_redirect_url, project, request)
      members.checkFree(member, body.email_address)
      if (body.delivery_method === 'EMAIL_OTP') {
        codes.changeAddress(member, body.email_address)
        return member
      }
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
      const { retired_email_addresses: addresses } = member
      const name = which.email_id === undefined ? 'email_address' : 'email_id'
      const at = addresses.findIndex((entry) => entry[name] === which[name])
      if (at < 0) refuse('email_not_found')
      addresses.splice(at, 1)
      return member
    },
  }
  return mails
}

export type Mails = ReturnType<typeof createMails>

const minutes = v.optional(linkExpiration)

export const invitation = v.object({
  email_address: emailAddress,
  invite_redirect_url: optionalText,
  invite_template_id: optionalText,
  invite_expiration_minutes: minutes,
  name: optionalText,
  untrusted_metadata: metadata,
  locale: optionalText,
  roles: v.optional(v.array(v.string())),
})

/** An address of a member, or of somebody who may join, who is to get a link. */
export const linkRequest = v.object({
  email_address: emailAddress,
  organization_id: v.string(),
  login_redirect_url: optionalText,
  signup_redirect_url: optionalText,
  login_template_id: optionalText,
  signup_template_id: optionalText,
  login_expiration_minutes: minutes,
  signup_expiration_minutes: minutes,
  locale: optionalText,
  pkce_code_challenge: v.optional(codeChallenge),
})

/** An address that is to get a link, without an organization. */
export const discoveryLinkRequest = v.object({
  email_address: emailAddress,
  discovery_redirect_url: optionalText,
  login_template_id: optionalText,
  discovery_expiration_minutes: minutes,
  locale: optionalText,
  pkce_code_challenge: v.optional(codeChallenge),
})

export const linkToken = v.object({
  magic_links_token: v.string(),
  pkce_code_verifier: optionalText,
  locale: optionalText,
  intermediate_session_token: optionalText,
})

/** The token of a link without an organization. */
export const discoveryLinkToken = v.object({ discovery_magic_links_token: v.string(), pkce_code_verifier: optionalText })

/** The factor of a member who has opened a link in an email. */
export const proofOf = (email: string): Proof => ({
  type: 'magic_link',
  delivery_method: 'email',
  email_factor: { email_id: '', email_address: email },
})

/**
 * Returns the member with this address. Creates the member if the organization lets the address
 * join without an invitation.
 */
export const memberOrJoining = (organizations: Organizations, organization_id: string, email: string) => {
  const organization = organizations.require(organization_id)
  const holder = organizations.members.withEmail(organization.organization_id, email)
  if (!holder && !organizations.mayJoin(organization, email)) refuse('member_not_found')
  return {
    member: holder ?? organizations.members.add(organization, email, { status: 'pending' }),
    member_created: !holder,
    organization,
  }
}

/**
 * How members sign in with links, are invited, and prove an address before they have chosen an
 * organization.
 */
export const createLinkLogIns = ({ project, organizations, sessions, permissions, mails }: BaseMemberParts & { mails: Mails }) => {
  const checkRequirements = (challenge: string | undefined) => {
    if (project.pkce_required_for_email_magic_links && !challenge) refuse('invalid_pkce_code_challenge')
  }

  return {
    invite: (
      actor: Actor,
      organization: Organization,
      { email_address: email, roles, ...body }: v.InferOutput<typeof invitation> & { trusted_metadata?: Record<string, unknown> },
      request: { headers: Headers },
    ) => {
      permissions.check(actor, ['stytch.member', 'create'])
      if (!organizations.mayInvite(organization, email)) refuse('invalid_email_for_invites')
      const url = redirectUrl(body.invite_redirect_url, project, request)
      const { name, untrusted_metadata, trusted_metadata } = body
      const fields = withoutUndefined({ name, untrusted_metadata, trusted_metadata })
      const holder = organizations.members.withEmail(organization.organization_id, email)
      const member = holder ?? organizations.members.add(organization, email, { status: 'invited', ...fields, roles })
      mails.send({
        subject: `Join ${organization.organization_name} in`,
        url,
        type: 'multi_tenant_magic_links',
        email,
        member,
        minutes: body.invite_expiration_minutes ?? INVITATION_MINUTES,
      })
      return { member_id: member.member_id, member, organization }
    },

    send: (body: v.InferOutput<typeof linkRequest>, request: { headers: Headers }) => {
      for (const url of [body.login_redirect_url, body.signup_redirect_url]) if (url) redirectUrl(url, project, request)
      checkRequirements(body.pkce_code_challenge)
      const { member, ...rest } = memberOrJoining(organizations, body.organization_id, body.email_address)
      const isActive = member.status === 'active'
      mails.send({
        subject: isActive ? 'Log in to' : 'Finish signing up for',
        type: 'multi_tenant_magic_links',
        email: body.email_address,
        member,
        url: redirectUrl(isActive ? body.login_redirect_url : body.signup_redirect_url, project, request),
        challenge: body.pkce_code_challenge,
        minutes: isActive ? body.login_expiration_minutes : body.signup_expiration_minutes,
      })
      return { ...rest, member_id: member.member_id, member }
    },

    sendDiscovery: (body: v.InferOutput<typeof discoveryLinkRequest>, request: { headers: Headers }) => {
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
    },

    authenticate: async (body: v.InferOutput<typeof linkToken> & Lasting, bearer: Bearer) => {
      const { member, email, newAddress } = await mails.take(body.magic_links_token, 'multi_tenant_magic_links', body.pkce_code_verifier)
      if (!member) return refuse('unable_to_auth_magic_link')
      // refused if another member has taken the address in the meantime
      if (newAddress) organizations.members.move(member, email)
      const answer = await sessions.signIn(bearer, member, [proofOf(email)], body)
      return { ...answer, reset_sessions: false, method_id: member.member_id }
    },

    authenticateDiscovery: async ({ discovery_magic_links_token, pkce_code_verifier }: v.InferOutput<typeof discoveryLinkToken>) => {
      const { email } = await mails.take(discovery_magic_links_token, 'discovery', pkce_code_verifier)
      return sessions.discover(email, [proofOf(email)])
    },
  }
}

export type LinkLogIns = ReturnType<typeof createLinkLogIns>

export const serveMagicLinks = ({ on }: Router, { sessions, linkLogIns }: BaseMemberParts & { linkLogIns: LinkLogIns }) => {
  on(api.magicLinks.email.invite, invitation, (body, request) => {
    const actor = sessions.require(request)
    return linkLogIns.invite(actor, actor.organization, body, request)
  })
  on(api.magicLinks.email.loginOrSignup, linkRequest, linkLogIns.send)
  on(api.magicLinks.email.discovery.send, discoveryLinkRequest, linkLogIns.sendDiscovery)
  on(api.magicLinks.authenticate, v.object({ ...linkToken.entries, session_duration_minutes: sessionDuration }), linkLogIns.authenticate)
  on(api.magicLinks.discovery.authenticate, discoveryLinkToken, linkLogIns.authenticateDiscovery)
}
