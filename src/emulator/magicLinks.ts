import * as v from 'valibot'
import * as api from '../api/magicLinks.ts'
import type { SendEmailLink } from '../api/magicLinks.ts'
import type { User } from '../api/entities.ts'
import { randomToken, type Expiring } from './expiring.ts'
import { codeChallenge, emailAddress, linkExpiration, sessionDuration } from './fields.ts'
import type { Outbox } from './outbox.ts'
import { checkPkce } from './pkce.ts'
import type { Project } from './project.ts'
import { redirectUrl, withParameters } from './redirects.ts'
import { refuse } from './refusal.ts'
import type { ApiRequest, Router } from './router.ts'
import type { Proof, Sessions } from './sessions.ts'
import type { Users } from './users.ts'

/** What the token of a link represents. */
export interface EmailLink {
  user: User
  email: string
  /** The PKCE challenge, if there is one: only the device that requested the link can redeem it. */
  challenge?: string
}

/** The links in emails, by their token. */
export type EmailLinks = Expiring<EmailLink>

/** The factor of a user who has opened a link in an email. */
export const linkProof = ({ email_id, email }: Pick<User['emails'][number], 'email_id' | 'email'>): Proof => ({
  type: 'magic_link',
  delivery_method: 'email',
  email_factor: { email_id, email_address: email },
})

/** How long a link is valid if its call does not say. */
const DEFAULT_MINUTES = 30

const optionalText = v.optional(v.string())

const emailLink = v.object({
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

interface Needs {
  project: Project
  users: Users
  sessions: Sessions
  outbox: Outbox
  emailLinks: EmailLinks
}

/** Serves log-in with email links. */
export const serveMagicLinks = ({ on }: Router, { project, users, sessions, outbox, emailLinks }: Needs) => {
  const checkRequirements = ({ email, code_challenge }: SendEmailLink) => {
    if (project.pkce_required_for_email_magic_links && !code_challenge) refuse('invalid_pkce_code_challenge')
    outbox.checkRecipient(email)
  }

  const sendLink = (user: User, kind: 'login' | 'signup', body: SendEmailLink, url: string) => {
    const token = randomToken()
    const minutes = body[`${kind}_expiration_minutes`] ?? DEFAULT_MINUTES
    emailLinks.put(token, { user, email: body.email, challenge: body.code_challenge }, minutes)
    const href = withParameters(url, { token, stytch_token_type: 'magic_links' })
    const name = project.project_name ?? 'the app'
    outbox.send({
      channel: 'email',
      to: body.email,
      subject: kind === 'login' ? `Log in to ${name}` : `Finish signing up for ${name}`,
      text: `Open this link to continue: ${href}\nIt works once, for ${minutes} minutes.`,
      url: href,
    })
    return {}
  }

  /**
   * Returns the URL to which a link of this kind leads. Checks both URLs, so that an invalid one fails now and not for the first visitor who needs
   * it.
   */
  const destination = (kind: 'login' | 'signup', { login_magic_link_url, signup_magic_link_url }: SendEmailLink, request: ApiRequest) => {
    for (const url of [login_magic_link_url, signup_magic_link_url]) if (url) redirectUrl(url, project, request)
    return redirectUrl(kind === 'login' ? login_magic_link_url : signup_magic_link_url, project, request)
  }

  on(api.loginOrCreate, emailLink, (body, request) => {
    const known = users.withEmail(body.email)
    // A pending user has not finished signing up.
    const kind = known?.status === 'active' ? 'login' : 'signup'
    const url = destination(kind, body, request)
    checkRequirements(body)
    const user = known ?? users.create({ status: body.create_user_as_pending ? 'pending' : 'active' })
    users.emailOf(user, body.email)
    return sendLink(user, kind, body, url)
  })

  on(api.send, emailLink, (body, request) => {
    const user =
      request.params.factor === 'secondary' ? sessions.required(request).user : (users.withEmail(body.email) ?? refuse('email_not_found'))
    const url = destination('login', body, request)
    checkRequirements(body)
    users.emailOf(user, body.email)
    return sendLink(user, 'login', body, url)
  })

  on(api.authenticate, v.object(link), async ({ token, code_verifier, session_duration_minutes }, request) => {
    const { user, email, challenge } = emailLinks.find(token) ?? refuse('unable_to_auth_magic_link')
    // A wrong verifier does not spend the link: the device that requested it can still redeem it.
    await checkPkce(challenge, code_verifier)
    // Looks again, because two requests with the same token can be waiting in the line above.
    emailLinks.find(token) ?? refuse('unable_to_auth_magic_link')
    emailLinks.spend(token)
    const entry = users.verifyEmail(user, email)
    return { method_id: entry.email_id, ...(await sessions.signIn(request, user, linkProof(entry), session_duration_minutes)) }
  })
}
