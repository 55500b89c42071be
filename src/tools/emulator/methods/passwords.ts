import * as v from 'valibot'
import * as api from '../../../api/passwords.ts'
import type { Session, User } from '../../../api/entities.ts'
import { checkAttributes, type Attributes, type MatchOptions } from '../sessions/attributes.ts'
import { createExpiring, randomToken } from '../state/expiring.ts'
import { codeChallenge, emailAddress, linkExpiration, optionalText, sessionDuration } from '../requests/fields.ts'
import type { EmailLink, EmailLinks } from './magicLinks.ts'
import { hashPassword, isPassword, type PasswordHash } from './passwordHashes.ts'
import { createPasswordStrength } from './passwordStrength.ts'
import { findProven } from './pkce.ts'
import { redirectUrl, tokenLink } from './redirects.ts'
import { refuse } from '../requests/refusal.ts'
import type { ApiRequest, Router } from '../requests/router.ts'
import type { Proof } from '../sessions/sessions.ts'
import { objects } from '../state/storeMap.ts'
import type { BaseParts } from '../baseParts.ts'

/** How long a reset link is valid if its call does not say. */
const DEFAULT_MINUTES = 30

const proof: Proof = { type: 'password', delivery_method: 'knowledge' }

export const createPasswords = ({ clock, project, stores }: Pick<BaseParts, 'clock' | 'project' | 'stores'>) => {
  const hashes = stores.map('password_hashes', objects<PasswordHash>({}))
  const strength = createPasswordStrength(project)
  /** The words that an attacker would try first for this address. */
  const guesses = (email: string | undefined) => (email ? [email, ...email.split(/[@.]/), project.project_name ?? ''] : [])

  const setHash = (user: User, hash: PasswordHash, requires_reset = false) => {
    user.password = { password_id: `password-test-${crypto.randomUUID()}`, requires_reset }
    hashes.set(user.user_id, hash)
  }

  return {
    strength,
    guesses,
    /** Refuses a new password of this address that is known or too weak. */
    checkStrength: (password: string, email: string | undefined) => {
      const { breached_password, valid_password } = strength(password, guesses(email))
      if (breached_password) refuse('breached_password')
      if (!valid_password) refuse('weak_password')
    },
    set: (user: User, password: string, requires_reset = false) => setHash(user, hashPassword(password), requires_reset),
    setHash,
    remove: (user: User) => {
      user.password = null
      hashes.delete(user.user_id)
    },
    matches: ({ user_id }: User, password: string) => {
      const hash = hashes.get(user_id)
      return hash !== undefined && isPassword(password, hash)
    },
    resets: createExpiring<EmailLink & { email: string }>(clock),
  }
}

export type Passwords = ReturnType<typeof createPasswords>

export const startReset = v.object({
  email: emailAddress,
  code_challenge: v.optional(codeChallenge),
  login_redirect_url: optionalText,
  reset_password_redirect_url: optionalText,
  reset_password_expiration_minutes: v.optional(linkExpiration),
  reset_password_template_id: optionalText,
  locale: optionalText,
})

const credentials = v.object({ email: emailAddress, password: v.string(), session_duration_minutes: sessionDuration })

const reset = v.object({ token: v.string(), password: v.string(), code_verifier: optionalText, session_duration_minutes: sessionDuration })

const change = v.object({
  email: emailAddress,
  existing_password: v.string(),
  new_password: v.string(),
  session_duration_minutes: sessionDuration,
})

type PasswordChange = Record<'email' | 'existing_password' | 'new_password', string>

export const strengthCheck = v.object({ email: optionalText, password: v.string() })

/** How old a factor of a session can be that proves who sets a new password, in minutes. */
const FRESH_MINUTES = 5

/** What a reset email is sent with. */
interface ResetStart {
  email: string
  code_challenge?: string
  login_redirect_url?: string
  reset_password_redirect_url?: string
  reset_password_expiration_minutes?: number
  attributes?: Attributes
}

/**
 * Checks, sets and resets passwords, for browsers and for servers. Each function returns whose
 * password it is and, if that is a log-in, its factor.
 */
export const createPasswordLogIns = ({
  clock,
  project,
  users,
  sessions,
  outbox,
  locks,
  emailLinks,
  removeUnproven,
  passwords,
}: BaseParts & { emailLinks: EmailLinks; passwords: Passwords }) => {
  // the provider says so, and a host's own server keeps it to itself
  const withEmail = (email: string) => users.withEmail(email) ?? refuse(project.backend ? 'unauthorized_credentials' : 'email_not_found')

  /** Returns the user if this is their password. Refuses otherwise. */
  const checkPassword = (email: string, password: string) => {
    // so that the time says nothing about who has an account
    if (project.backend && !users.withEmail(email)?.password) hashPassword(password)
    const user = withEmail(email)
    if (!user.password) return refuse(project.backend ? 'unauthorized_credentials' : 'no_user_password')
    locks.check(user.user_id)
    if (!passwords.matches(user, password)) {
      locks.recordFailure(user.user_id)
      refuse('unauthorized_credentials')
    }
    locks.recordSuccess(user.user_id)
    return user
  }

  return {
    create: (email: string, password: string) => {
      if (users.withEmail(email)) refuse('duplicate_email')
      passwords.checkStrength(password, email)
      const user = users.create()
      const { email_id } = users.emailOf(user, email)
      passwords.set(user, password)
      return { user, proof, answer: { email_id } }
    },

    authenticate: (email: string, password: string) => {
      const user = checkPassword(email, password)
      if (user.password?.requires_reset) refuse('reset_password')
      // The password can have become known since it was set.
      if (passwords.strength(password, []).breached_password) refuse('breached_password')
      return { user, proof }
    },

    startReset: (body: ResetStart, request: Pick<ApiRequest, 'headers'>) => {
      const user = users.withEmail(body.email) ?? (project.backend ? undefined : refuse('email_not_found'))
      const page = redirectUrl(body.reset_password_redirect_url, project, request)
      const around = redirectUrl(body.login_redirect_url, project, request)
      if (project.pkce_required_for_password_resets && !body.code_challenge) refuse('invalid_pkce_code_challenge')
      outbox.checkRecipient(body.email)
      // a host's own server keeps to itself that nobody has the address
      if (!user) return undefined
      const minutes = body.reset_password_expiration_minutes ?? DEFAULT_MINUTES
      const link = { user, email: body.email, challenge: body.code_challenge, attributes: body.attributes }
      // One token for both links of the provider: the page for the reset also offers it as a log-in
      // without a password.
      const token = randomToken()
      passwords.resets.put(token, link, minutes)
      if (!project.backend) emailLinks.put(token, link, minutes)
      const url = tokenLink(project, page, { token, type: 'reset_password' })
      const login = tokenLink(project, around, { token, type: 'login' })
      outbox.send({
        channel: 'email',
        to: body.email,
        subject: `Set a new password for ${project.project_name ?? 'the app'}`,
        text: project.backend
          ? `Open this link to set a new password: ${url}\nIt works once, for ${minutes} minutes.`
          : `Open this link to set a new password: ${url}\nOr log in without one: ${login}\nEither works once, for ${minutes} minutes.`,
        url,
      })
      return { user, email_id: users.emailOf(user, body.email).email_id }
    },

    resetByEmail: async (body: {
      token: string
      password: string
      code_verifier?: string
      options?: MatchOptions
      attributes?: Attributes
    }) => {
      const { token, password } = body
      // Signing in with the token spends it too.
      const find = () =>
        ((project.backend || emailLinks.find(token)) && passwords.resets.find(token)) || refuse('unable_to_auth_magic_link')
      const { user, email, attributes } = await findProven(find, body.code_verifier)
      checkAttributes(body, attributes)
      passwords.checkStrength(password, email)
      users.requireById(user.user_id)
      if (project.backend && !users.has(user, email)) refuse('unable_to_auth_magic_link')
      passwords.resets.spend(token)
      emailLinks.spend(token)
      removeUnproven(user, email)
      if (project.backend) sessions.revokeAll(user.user_id)
      users.verifyEmail(user, email)
      passwords.set(user, password)
      locks.recordSuccess(user.user_id)
      return { user, proof }
    },

    /** `keep`: the token of the session that goes on if others end. */
    resetByExistingPassword: ({ email, existing_password, new_password }: PasswordChange, keep?: string) => {
      const user = checkPassword(email, existing_password)
      passwords.checkStrength(new_password, email)
      passwords.set(user, new_password)
      if (project.backend) sessions.revokeAll(user.user_id, keep)
      return { user, proof }
    },

    /** Sets the password of a user who has signed in a moment ago. Their other sessions end. */
    resetBySession: ({ user, session, token }: { user: User; session: Session; token: string }, password: string) => {
      const oldest = clock.now() - FRESH_MINUTES * 60_000
      const proves = ({ type, last_authenticated_at }: Session['authentication_factors'][number]) =>
        ['password', 'magic_link', 'otp'].includes(type) && Date.parse(last_authenticated_at) >= oldest
      if (!session.authentication_factors.some(proves)) refuse('session_too_old_to_reset_password')
      passwords.checkStrength(password, user.emails[0]?.email)
      passwords.set(user, password)
      sessions.revokeAll(user.user_id, token)
      return { user, proof }
    },
  }
}

export type PasswordLogIns = ReturnType<typeof createPasswordLogIns>

export const servePasswords = (
  { on }: Router,
  { sessions, passwords, passwordLogIns }: BaseParts & { passwords: Passwords; passwordLogIns: PasswordLogIns },
) => {
  on(api.strengthCheck, strengthCheck, ({ email, password }) => passwords.strength(password, passwords.guesses(email)))

  on(api.create, credentials, async ({ email, password, session_duration_minutes }, request) => {
    const { user, answer } = passwordLogIns.create(email, password)
    return { ...answer, ...(await sessions.signIn(request, user, proof, session_duration_minutes)) }
  })

  on(api.authenticate, credentials, ({ email, password, session_duration_minutes }, request) => {
    const { user } = passwordLogIns.authenticate(email, password)
    return sessions.signIn(request, user, proof, session_duration_minutes)
  })

  on(api.resetByEmailStart, startReset, (body, request) => {
    passwordLogIns.startReset(body, request)
    return {}
  })

  on(api.resetByEmail, reset, async (body, request) => {
    const { user } = await passwordLogIns.resetByEmail(body)
    return sessions.signIn(request, user, proof, body.session_duration_minutes)
  })

  on(api.resetByExistingPassword, change, (body, request) => {
    const { user } = passwordLogIns.resetByExistingPassword(body, request.sessionToken)
    return sessions.signIn(request, user, proof, body.session_duration_minutes)
  })

  const bySession = v.object({ password: v.string(), session_duration_minutes: v.optional(sessionDuration) })

  on(api.resetBySession, bySession, ({ password, session_duration_minutes }, request) => {
    const { user } = passwordLogIns.resetBySession(sessions.require(request), password)
    return sessions.signIn(request, user, proof, session_duration_minutes)
  })
}
