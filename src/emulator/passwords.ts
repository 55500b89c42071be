import { scrypt } from '@noble/hashes/scrypt.js'
import { base64url } from 'jose'
import * as v from 'valibot'
import * as api from '../api/passwords.ts'
import type { User } from '../api/entities.ts'
import { createExpiring, randomToken } from './expiring.ts'
import { codeChallenge, emailAddress, linkExpiration, sessionDuration } from './fields.ts'
import type { EmailLink, EmailLinks } from './magicLinks.ts'
import { createPasswordStrength } from './passwordStrength.ts'
import { checkPkce } from './pkce.ts'
import type { Clock } from './clock.ts'
import type { Locks } from './locks.ts'
import type { Outbox } from './outbox.ts'
import type { Project } from './project.ts'
import { redirectUrl, withParameters } from './redirects.ts'
import { refuse } from './refusal.ts'
import type { Router } from './router.ts'
import type { Proof, Sessions } from './sessions.ts'
import type { Users } from './users.ts'
import type { Stores } from './stores.ts'

/** How long a reset link is valid if its call does not say. */
const DEFAULT_MINUTES = 30

/** A low cost, because tests hash many passwords: enough to store no plain text. */
const cost = { N: 1024, r: 8, p: 1 }

const proof: Proof = { type: 'password', delivery_method: 'knowledge' }

/** Stores passwords as hashes, in base64url. */
export const createPasswords = (clock: Clock, project: Project, stores: Stores) => {
  const hashes = stores.map<{ salt: string; hash: string }>('password_hashes')
  const strength = createPasswordStrength(project)
  const hashOf = (password: string, salt: string) => base64url.encode(scrypt(password, base64url.decode(salt), cost))
  return {
    strength,
    /** The words that an attacker would try first for this address. */
    guesses: (email: string | undefined) => (email ? [email, ...email.split(/[@.]/), project.project_name ?? ''] : []),
    set: (user: User, password: string, requires_reset = false) => {
      const salt = base64url.encode(crypto.getRandomValues(new Uint8Array(16)))
      user.password = { password_id: `password-test-${crypto.randomUUID()}`, requires_reset }
      hashes.set(user.user_id, { salt, hash: hashOf(password, salt) })
    },
    remove: (user: User) => {
      user.password = null
      hashes.delete(user.user_id)
    },
    matches: ({ user_id }: User, password: string) => {
      const kept = hashes.get(user_id)
      return kept !== undefined && kept.hash === hashOf(password, kept.salt)
    },
    /** The tokens in reset links. */
    resets: createExpiring<EmailLink>(clock),
  }
}

export type Passwords = ReturnType<typeof createPasswords>

const optionalText = v.optional(v.string())

const startReset = v.object({
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

const strengthCheck = v.object({ email: optionalText, password: v.string() })

const userWithEmail = (users: Users, email: string) => users.withEmail(email) ?? refuse('email_not_found')

interface Needs {
  project: Project
  users: Users
  sessions: Sessions
  outbox: Outbox
  locks: Locks
  emailLinks: EmailLinks
  passwords: Passwords
}

/** Serves log-in with passwords, and their reset. */
export const servePasswords = ({ on }: Router, { project, users, sessions, outbox, locks, emailLinks, passwords }: Needs) => {
  const checkStrength = (password: string, email: string | undefined) => {
    const { breached_password, valid_password } = passwords.strength(password, passwords.guesses(email))
    if (breached_password) refuse('breached_password')
    if (!valid_password) refuse('weak_password')
  }

  /** Returns the user if this is their password. Refuses otherwise. */
  const checkPassword = (email: string, password: string) => {
    const user = userWithEmail(users, email)
    if (!user.password) return refuse('no_user_password')
    locks.check(user.user_id)
    if (!passwords.matches(user, password)) {
      locks.failed(user.user_id)
      refuse('unauthorized_credentials')
    }
    locks.succeeded(user.user_id)
    return user
  }

  on(api.strengthCheck, strengthCheck, ({ email, password }) => passwords.strength(password, passwords.guesses(email)))

  on(api.create, credentials, async ({ email, password, session_duration_minutes }, request) => {
    if (users.withEmail(email)) refuse('duplicate_email')
    checkStrength(password, email)
    const user = users.create()
    const { email_id } = users.emailOf(user, email)
    passwords.set(user, password)
    return { email_id, ...(await sessions.signIn(request, user, proof, session_duration_minutes)) }
  })

  on(api.authenticate, credentials, ({ email, password, session_duration_minutes }, request) => {
    const user = checkPassword(email, password)
    if (user.password?.requires_reset) refuse('reset_password')
    // The password can have become known since it was set.
    if (passwords.strength(password, []).breached_password) refuse('breached_password')
    return sessions.signIn(request, user, proof, session_duration_minutes)
  })

  on(api.resetByEmailStart, startReset, (body, request) => {
    const user = userWithEmail(users, body.email)
    const page = redirectUrl(body.reset_password_redirect_url, project, request)
    const around = redirectUrl(body.login_redirect_url, project, request)
    if (project.pkce_required_for_password_resets && !body.code_challenge) refuse('invalid_pkce_code_challenge')
    outbox.checkRecipient(body.email)
    const minutes = body.reset_password_expiration_minutes ?? DEFAULT_MINUTES
    const link = { user, email: body.email, challenge: body.code_challenge }
    // One token for both links: the page for the reset also offers it as a log-in without a password.
    const token = randomToken()
    passwords.resets.put(token, link, minutes)
    emailLinks.put(token, link, minutes)
    const url = withParameters(page, { token, stytch_token_type: 'reset_password' })
    const login = withParameters(around, { token, stytch_token_type: 'login' })
    outbox.send({
      channel: 'email',
      to: body.email,
      subject: `Set a new password for ${project.project_name ?? 'the app'}`,
      text: `Open this link to set a new password: ${url}\nOr log in without one: ${login}\nEither works once, for ${minutes} minutes.`,
      url,
    })
    return {}
  })

  on(api.resetByEmail, reset, async ({ token, password, code_verifier, session_duration_minutes }, request) => {
    // Signing in with the token spends it too.
    const find = () => (emailLinks.find(token) && passwords.resets.find(token)) ?? refuse('unable_to_auth_magic_link')
    const { user, email, challenge } = find()
    await checkPkce(challenge, code_verifier)
    checkStrength(password, email)
    // Looks again, because two requests with the same token can be waiting in the lines above.
    find()
    passwords.resets.spend(token)
    emailLinks.spend(token)
    users.verifyEmail(user, email)
    passwords.set(user, password)
    locks.succeeded(user.user_id)
    return sessions.signIn(request, user, proof, session_duration_minutes)
  })

  on(api.resetByExistingPassword, change, ({ email, existing_password, new_password, session_duration_minutes }, request) => {
    const user = checkPassword(email, existing_password)
    checkStrength(new_password, email)
    passwords.set(user, new_password)
    return sessions.signIn(request, user, proof, session_duration_minutes)
  })

  const bySession = v.object({ password: v.string(), session_duration_minutes: v.optional(sessionDuration) })

  on(api.resetBySession, bySession, ({ password, session_duration_minutes }, request) => {
    const { user } = sessions.required(request)
    checkStrength(password, user.emails[0]?.email)
    passwords.set(user, password)
    return sessions.signIn(request, user, proof, session_duration_minutes)
  })
}
