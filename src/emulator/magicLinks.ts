import * as v from 'valibot'
import * as api from '../api/magicLinks.ts'
import type { SendEmailLink } from '../api/magicLinks.ts'
import type { User } from '../api/entities.ts'
import { randomToken } from './expiring.ts'
import { codeChallenge, emailAddress, linkExpiration, sessionDuration } from './fields.ts'
import { checkPkce } from './pkce.ts'
import type { Provider } from './provider.ts'
import { redirectUrl, withParameters } from './redirects.ts'
import { refuse } from './refusal.ts'
import type { ApiRequest } from './router.ts'

/** What the token in a link stands for. */
export interface EmailLink {
  user: User
  email: string
  /** PKCE: the device that asked must open it. */
  challenge?: string
}

/** Spec section 9. */
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

export const serveMagicLinks = ({ on, project, users, sessions, outbox, emailLinks }: Provider) => {
  const checkRequirements = ({ email, code_challenge }: SendEmailLink) => {
    if (project.pkce_required_for_email_magic_links && !code_challenge) refuse('pkce_required')
    outbox.admit(email)
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

  /** Where a link of this kind leads. The other URL is checked too, so that a wrong one does not wait for its first visitor. */
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
    // A refused verifier leaves the link good: the rightful device may still come.
    await checkPkce(challenge, code_verifier)
    // Asked again: two requests with one token may have met in the line above.
    emailLinks.find(token) ?? refuse('unable_to_auth_magic_link')
    emailLinks.spend(token)
    const entry = users.verifyEmail(user, email)
    const factor = { email_id: entry.email_id, email_address: entry.email }
    return {
      method_id: entry.email_id,
      ...(await sessions.signIn(
        request,
        user,
        { type: 'magic_link', delivery_method: 'email', email_factor: factor },
        session_duration_minutes,
      )),
    }
  })
}
