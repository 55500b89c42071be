import type { BotCheck, BotVisitor } from '../bridge/botCheck.ts'
import type { AuthOffers, BetterAuthBridgeOptions } from './auth.ts'
import type { Connection } from './connection.ts'

/** The header in which Better Auth's plugin `captcha` looks for a proof. */
export const CAPTCHA_HEADER = 'x-captcha-response'

/**
 * What each call asks Better Auth for that this plugin may check. Not that of a new password by the
 * old one: with a session, it asks only for what the plugin does not check.
 */
const paths: [call: RegExp, path: string][] = [
  [/\/passwords$/, '/sign-up/email'],
  [/\/passwords\/(?:authenticate|email\/reset)$/, '/sign-in/email'],
  [/\/passwords\/email\/reset\/start$/, '/request-password-reset'],
  [/\/magic_links\/email\/[\w/]+$/, '/sign-in/magic-link'],
  [/\/otps\/email\/[\w/]+$/, '/email-otp/send-verification-otp'],
  [/\/otps\/sms\/[\w/]+$/, '/phone-number/send-otp'],
]

/** Returns whether the plugin checks a path of Better Auth. */
export const isChecked = ({ captchaPaths = [] }: Pick<AuthOffers, 'captchaPaths'>, path: string): boolean =>
  captchaPaths.some((pattern) => {
    const source = pattern.split(/(\*+)/).map((part) => ({ '*': '[^/]*', '**': '.*' })[part] ?? part.replace(/[.+^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`^${source.join('')}$`).test(path)
  })

/** The proofs that the plugin verifies, of the requests that they came with. */
const passedOn = new WeakMap<Request, string>()

/** Returns the proof that goes on to Better Auth with what is asked for a request. */
export const proofOf = (request: Request): string | undefined => passedOn.get(request)

/**
 * Checks visitors by the address that Better Auth counts by, the last one of the proxies that the
 * host trusts. Leaves to its plugin `captcha` what that checks anyway: a vendor takes each proof
 * once.
 */
export const besideCaptcha = (
  check: BotCheck,
  connection: Pick<Connection, 'offers' | 'addressHeaders'>,
  { trustProxy }: Pick<BetterAuthBridgeOptions, 'trustProxy'>,
): BotCheck => {
  const names = [...connection.addressHeaders, ...(trustProxy ? ['x-forwarded-for'] : [])]
  const located = ({ request, address }: BotVisitor): BotVisitor => {
    const forwarded = names.map((name) => request.headers.get(name)).find(Boolean)
    return { request, address: forwarded?.split(',').at(-1)?.trim() ?? address }
  }
  const { challenge } = check
  return {
    ...check,
    challenge: challenge && ((visitor) => challenge(located(visitor))),
    async verify(proof, visitor) {
      const { pathname } = new URL(visitor.request.url)
      const [, path] = paths.find(([call]) => call.test(pathname)) ?? []
      if (!path || !isChecked(await connection.offers(), path)) return check.verify(proof, located(visitor))
      passedOn.set(visitor.request, proof)
      return undefined
    },
  }
}
