import { createHash } from 'node:crypto'
import type { Backend, Visit } from '../bridge/calls.ts'
import { pageWithToken } from '../bridge/landing.ts'
import { refusal } from '../bridge/refusals.ts'
import { cookiesOf } from '../cookies.ts'
import { randomToken } from '../own/hashing.ts'
import { object, refusalOf, text } from './ask.ts'
import { shortCookie } from './cookies.ts'
import { tokensIn, userOf } from './entities.ts'
import type { Mailbox } from './mails.ts'
import type { Parts } from './parts.ts'

/** How long a visitor may be at the other provider, in seconds. */
const TIME = 600

/** How many sign-ins one browser may have under way, in tabs beside each other. */
const MOST = 5

const COOKIE = 'latchkey_oauth_'

/** Returns the cookies of a sign-in that is under way: the verifier (RFC 7636) and the page. */
const underWay = (id: string) => shortCookie(COOKIE + id, TIME)

const idsIn = ({ request }: Visit): string[] =>
  [...cookiesOf(request.headers.get('cookie')).keys()].flatMap((name) => /^(?:__Host-)?latchkey_oauth_([\w-]{10})$/.exec(name)?.[1] ?? [])

/** Why a sign-in has failed, by Supabase's `error_code`, in the words that the widget reads. */
const failures: { readonly [code: string]: string } = {
  signup_disabled: 'signup_disabled',
  user_banned: 'banned',
  provider_email_needs_verification: 'email_not_verified',
  bad_oauth_state: 'state_not_found',
  flow_state_expired: 'state_not_found',
  flow_state_not_found: 'state_not_found',
}

/** Sign-in with other providers. */
export const socialSignIn = ({ asker, options, limits, settings, origin }: Parts, { admit }: Mailbox): Backend['oauth'] => {
  if (options.socialSignIn === false) return undefined
  const pageOf = (page: string | undefined) => new URL(page ?? options.loginPage ?? '/', origin).href
  return {
    async start({ provider, loginUrl, signupUrl, scopes }, visit) {
      await limits.network('oauth', visit)
      if (object((await settings(visit)).external)[provider] !== true) throw refusal('oauth_config_not_found')
      const before = idsIn(visit)
      if (before.length >= MOST) for (const id of before) underWay(id).clear(visit)
      const [id, verifier] = [randomToken().slice(0, 10), randomToken()]
      underWay(id).write({ provider, verifier, page: pageOf(loginUrl ?? signupUrl) }, visit)
      // a path that begins with two slashes names no other server here
      const back = new URL(origin)
      back.pathname = new URL(visit.request.url).pathname.replace(/start\/?$/, 'callback')
      back.searchParams.set('flow', id)
      const authorize = new URL(asker.base + '/authorize')
      for (const [name, value] of Object.entries({
        provider,
        redirect_to: back.href,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 's256',
        scopes: scopes.join(' '),
      }))
        if (value) authorize.searchParams.set(name, value)
      return authorize.href
    },
    async callback(_, visit) {
      const { searchParams } = new URL(visit.request.url)
      const id = searchParams.get('flow') ?? ''
      const code = searchParams.get('code') ?? ''
      const { page: kept = '' } = idsIn(visit).includes(id) ? underWay(id).read(visit) : {}
      // without HTTPS, a sibling domain can set the cookie
      const page = kept.startsWith(`${origin}/`) && kept
      if (page && /^[\w-]{1,200}$/.test(code)) return pageWithToken(page, 'oauth', `${id}.${code}`)
      const failed = new URL(page || pageOf(undefined))
      const isCancelled = searchParams.get('error') === 'access_denied' && !searchParams.has('error_code')
      const reason = isCancelled ? 'access_denied' : (failures[searchParams.get('error_code') ?? ''] ?? 'server_error')
      failed.searchParams.set('error', page ? reason : 'state_not_found')
      return failed.href
    },
    async authenticate({ token }, visit) {
      const [, id = '', code] = /^([\w-]{10})\.([\w-]{1,200})$/.exec(token) ?? []
      const { verifier, provider = '' } = code && idsIn(visit).includes(id) ? underWay(id).read(visit) : {}
      if (!verifier) throw refusal('oauth_flow_callback_error')
      await limits.network('oauth', visit)
      const question = { query: { grant_type: 'pkce' }, body: { auth_code: code, code_verifier: verifier } }
      const answer = await asker.try('POST /token', visit, question)
      const tokens = answer.status < 400 ? tokensIn(answer.body) : undefined
      if (!tokens)
        throw [400, 403, 404, 422].includes(answer.status) ? refusal('oauth_flow_callback_error') : refusalOf(answer, 'POST /token')
      underWay(id).clear(visit)
      const signedIn = await admit(tokens, visit)
      const account = userOf(tokens.user).providers.find(({ provider_type }) => provider_type.toLowerCase() === provider)
      return {
        ...signedIn,
        provider_type: account?.provider_type ?? text(provider),
        provider_subject: account?.provider_subject ?? '',
        profile_picture_url: account?.profile_picture_url ?? '',
        locale: '',
        // they stay on the server
        provider_values: { access_token: '', refresh_token: '', id_token: '', scopes: [], expires_at: '' },
      }
    },
  }
}
