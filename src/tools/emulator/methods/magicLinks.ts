import * as v from 'valibot'
import * as api from '../../../api/magicLinks.ts'
import type { SendEmailLink } from '../../../api/magicLinks.ts'
import type { User } from '../../../api/entities.ts'
import { checkAttributes, type Attributes, type MatchOptions } from '../sessions/attributes.ts'
import { randomToken, type Expiring } from '../state/expiring.ts'
import { codeChallenge, emailAddress, linkExpiration, optionalText, sessionDuration } from '../requests/fields.ts'
import { findProven } from './pkce.ts'
import { redirectUrl, tokenLink } from './redirects.ts'
import { refuse } from '../requests/refusal.ts'
import type { ApiRequest, Router } from '../requests/router.ts'
import type { Proof } from '../sessions/sessions.ts'
import type { BaseParts } from '../baseParts.ts'

/** What the token of a link represents. */
export interface EmailLink {
  user: User
  /** The address to which the link went. Absent if the host has delivered it. */
  email?: string
  /** The PKCE challenge, if there is one: only the device that requested the link can redeem it. */
  challenge?: string
  /** From where the link was requested, if a server has said so. */
  attributes?: Attributes
}

export type EmailLinks = Expiring<EmailLink>

/** The factor of a user who has opened a link in an email. */
export const linkProof = ({ email_id, email }: Pick<User['emails'][number], 'email_id' | 'email'>): Proof => ({
  type: 'magic_link',
  delivery_method: 'email',
  email_factor: { email_id, email_address: email },
})

/** How long a link is valid if its call does not say. */
const DEFAULT_MINUTES = 30

/** How long an invitation is valid if its call does not say. */
const INVITATION_MINUTES = 60

export const emailLink = v.object({
  email: emailAddress,
  code_challenge: v.optional(codeChallenge),
  login_magic_link_url: optionalText,
  signup_magic_link_url: optionalText,
  login_expiration_minutes: v.optional(linkExpiration),
  signup_expiration_minutes: v.optional(linkExpiration),
  login_template_id: optionalText,
  signup_template_id: optionalText,
  locale: optionalText,
  create_user_as_pending: v.optional(v.boolean()),
})

const link = { token: v.string(), code_verifier: optionalText, session_duration_minutes: sessionDuration }

/** What a link is sent with. */
type LinkBody = SendEmailLink & { attributes?: Attributes }

/** An invitation to an email address. */
interface Invitation {
  email: string
  invite_magic_link_url?: string
  invite_expiration_minutes?: number
  attributes?: Attributes
}

type PageRequest = Pick<ApiRequest, 'headers'>

/** Sends links and takes them back, for browsers and for servers. */
export const createMagicLinks = ({ project, users, outbox, emailLinks, emailProofs }: BaseParts & { emailLinks: EmailLinks }) => {
  /** The tokens of invitations that nobody has accepted, by user. */
  const invitations = new Map<string, string>()

  const checkRequirements = ({ email, code_challenge }: SendEmailLink) => {
    if (project.pkce_required_for_email_magic_links && !code_challenge) refuse('invalid_pkce_code_challenge')
    outbox.checkRecipient(email)
  }

  /** Sends a link. Returns its token. */
  const mail = (link: EmailLink & { email: string }, { minutes, url, subject }: { minutes: number; url: string; subject: string }) => {
    const token = randomToken()
    emailLinks.put(token, link, minutes)
    const href = tokenLink(project, url, { token, type: 'magic_links' })
    outbox.send({
      channel: 'email',
      to: link.email,
      subject,
      text: `Open this link to continue: ${href}\nIt works once, for ${minutes} minutes.`,
      url: href,
    })
    return token
  }

  const name = () => project.project_name ?? 'the app'

  const sendLink = (user: User, kind: 'login' | 'signup', body: LinkBody, url: string) => {
    const { email, code_challenge: challenge, attributes } = body
    const { email_id } = users.emailOf(user, email)
    const subject = kind === 'login' ? `Log in to ${name()}` : `Finish signing up for ${name()}`
    const minutes = body[`${kind}_expiration_minutes`] ?? DEFAULT_MINUTES
    mail({ user, email, challenge, attributes }, { minutes, url, subject })
    return { user, email_id }
  }

  /**
   * Returns the URL to which a link of this kind leads. Checks both URLs, so that an invalid one
   * fails now and not for the first visitor who needs it.
   */
  const destination = (kind: 'login' | 'signup', { login_magic_link_url, signup_magic_link_url }: SendEmailLink, request: PageRequest) => {
    for (const url of [login_magic_link_url, signup_magic_link_url]) if (url) redirectUrl(url, project, request)
    return redirectUrl(kind === 'login' ? login_magic_link_url : signup_magic_link_url, project, request)
  }

  return {
    loginOrCreate: (body: LinkBody, request: PageRequest) => {
      const holder = users.withEmail(body.email)
      // A pending user has not finished signing up.
      const kind = holder?.status === 'active' ? 'login' : 'signup'
      const url = destination(kind, body, request)
      checkRequirements(body)
      const user = holder ?? users.create({ status: body.create_user_as_pending ? 'pending' : 'active' })
      return { ...sendLink(user, kind, body, url), user_created: !holder }
    },

    /**
     * Sends a log-in link to this user, to whom the address is added, or without one to the user
     * who has the address.
     */
    send: (body: LinkBody, owner: User | undefined, request: PageRequest) => {
      const holder = users.withEmail(body.email)
      const user = owner ?? holder ?? refuse('email_not_found')
      if (holder && holder !== user) refuse('duplicate_email')
      const url = destination('login', body, request)
      checkRequirements(body)
      return sendLink(user, 'login', body, url)
    },

    /**
     * Invites a new user, or again one who has not signed in yet. A new link takes the place of the
     * earlier one.
     */
    invite: (body: Invitation, change: (user: User) => void, request: PageRequest) => {
      const { email, attributes, invite_expiration_minutes: minutes = INVITATION_MINUTES } = body
      const holder = users.withEmail(email)
      if (holder?.status === 'active') refuse('duplicate_email')
      const url = redirectUrl(body.invite_magic_link_url, project, request)
      outbox.checkRecipient(email)
      const user = holder ?? users.create({ status: 'pending' })
      change(user)
      const { email_id } = users.emailOf(user, email)
      emailLinks.spend(invitations.get(user.user_id) ?? '')
      const subject = `You have been invited to ${name()}`
      invitations.set(user.user_id, mail({ user, email, attributes }, { minutes, url, subject }))
      return { user, email_id }
    },

    /** Takes an invitation back. */
    revokeInvite: (email: string) => {
      const user = users.withEmail(email) ?? refuse('email_not_found')
      const token = invitations.get(user.user_id)
      if (token === undefined || !emailLinks.find(token)) return refuse('magic_link_not_found')
      emailLinks.spend(token)
      invitations.delete(user.user_id)
    },

    /** Returns the token of a link that the host delivers itself. */
    embed: (user: User, minutes: number, attributes: Attributes | undefined) => {
      const token = randomToken()
      emailLinks.put(token, { user, attributes }, minutes)
      return token
    },

    /**
     * Takes a link back, and returns who has opened it. `keep`: the token of the session that goes
     * on if others end.
     */
    redeem: async (
      body: { token: string; code_verifier?: string; options?: MatchOptions; attributes?: Attributes },
      keep: string | undefined,
    ) => {
      const { token, code_verifier } = body
      const find = () => emailLinks.find(token) ?? refuse('unable_to_auth_magic_link')
      const { user, email, attributes } = await findProven(find, code_verifier)
      checkAttributes(body, attributes)
      users.requireById(user.user_id)
      if (project.backend && email !== undefined && !users.has(user, email)) refuse('unable_to_auth_magic_link')
      emailLinks.spend(token)
      if (email === undefined) {
        user.status = 'active'
        const proof = { type: 'magic_link', delivery_method: 'embedded', embeddable_magic_link_factor: { embedded_id: token } }
        return { user, proof, answer: { method_id: token, reset_sessions: false } }
      }
      const { reset_sessions, ...entry } = emailProofs(user, email, keep)
      return { user, proof: linkProof(entry), answer: { method_id: entry.email_id, reset_sessions } }
    },
  }
}

export type MagicLinks = ReturnType<typeof createMagicLinks>

export const serveMagicLinks = ({ on }: Router, { sessions, magicLinks }: BaseParts & { magicLinks: MagicLinks }) => {
  on(api.loginOrCreate, emailLink, (body, request) => {
    magicLinks.loginOrCreate(body, request)
    return {}
  })

  on(api.send, emailLink, (body, request) => {
    magicLinks.send(
      body,
      sessions.secondary(request, ({ emails }) => emails.every(({ email }) => email !== body.email)),
      request,
    )
    return {}
  })

  on(api.authenticate, v.object(link), async (body, request) => {
    const { user, proof, answer } = await magicLinks.redeem(body, request.sessionToken)
    return { method_id: answer.method_id, ...(await sessions.signIn(request, user, proof, body.session_duration_minutes)) }
  })
}
