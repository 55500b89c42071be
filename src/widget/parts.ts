import { links } from '../products/emailMagicLinks/chunk.ts'
import { chunk, type Chunk } from '../ui/chunk.ts'
import type { Product } from '../ui/config.ts'
import type { ScreenName, ScreenSet } from '../ui/map.ts'
import type { Farther } from './engine.ts'

// The chunks of the widget, each a file of its own with a row in .size-limit.json. The e-mail link form is part of widget.js.
export { links }
export const engine = chunk(() => import('./engine.ts'))
export const otp = chunk(() => import('../products/otp/index.tsx'))
export const passwords = chunk(() => import('../products/passwords/index.tsx'))
export const newPassword = chunk(() => import('../products/passwords/newPassword/index.tsx'))
export const oauth = chunk(() => import('../products/oauth/index.tsx'))
export const crypto = chunk(() => import('../products/crypto/index.tsx'))
export const idp = chunk(() => import('../products/idp/index.tsx'))
export const methods = chunk(() => import('./methods/index.tsx'))
export const arrival = chunk(() => import('./arrival/index.tsx'))

/**
 * A part that is reached through the engine: nobody needs it before that is here, its name stays out of widget.js, and what the two share is in the engine's
 * file instead of one more.
 */
const farther = <Name extends keyof Farther>(name: Name) =>
  chunk(async (): Promise<Awaited<ReturnType<Farther[Name]>>> => (await engine.load()).farther[name]() as never)

/** What a call may need before it is sent. */
export const preparation = farther('preparation')
/** What stands behind the buttons that lead to other providers. */
export const oauthCalls = farther('oauthCalls')
/** Logging in with a passkey. */
export const passkeys = farther('passkeys')
/** Making passkeys, and the list of those that there are. */
export const passkeyList = farther('passkeyList')
/** What stands behind a wallet's button. */
export const signing = farther('signing')

/** What a configured product needs for its part of the first screen. */
export const products: Partial<Record<Product, Chunk<unknown>>> = { otp, passwords, oauth, passkeys, crypto }

/** What stands behind a product's form and comes when the visitor turns to the widget, before it is needed. */
export const behind: Partial<Record<Product, Chunk<unknown>>> = { emailMagicLinks: links, oauth: oauthCalls }

const homes: [start: string, home: Chunk<{ screens: ScreenSet }>][] = [
  ['Email', links],
  ['OTP', otp],
  ['PasswordReset', newPassword],
  ['Password', passwords],
  ['PasskeyRegistration', passkeyList],
  ['Passkey', passkeys],
  ['Crypto', signing],
  ['IDP', idp],
  ['', arrival],
]

/** Where every screen but Main comes from: the first of these that its name starts with. */
export const home = (name: ScreenName) => homes.find(([start]) => name.startsWith(start))![1]
