import type { ConsumerClient } from '../client/ConsumerClient.ts'
import type { Core } from '../client/core.ts'
import { chunk, type Chunk } from '../ui/chunk.ts'
import type { Product } from '../ui/config.ts'
import type { ScreenName, ScreenSet } from '../ui/map.ts'

// The files that the widget fetches when it needs them, a row each. Each has a budget in .size-limit.json; where code goes that two of them share, build/entries.ts says.

/** What talks to the provider: after the first paint. */
export const engine = chunk(() => import('../client/engine.ts'))
/** What a call needs before it is sent, and the life of the session: when the visitor turns to the widget, at once where there is a session. */
export const preparation = chunk(() => import('../client/preparation.ts'))
/** What screens after the first are made of, and the words for what goes wrong: when the visitor turns to the widget. */
export const kit = chunk(() => import('../ui/kit.ts'))
/** What stands behind the form for an e-mail link. The form itself is part of widget.js. */
export const emailMagicLinks = chunk(() => import('../products/emailMagicLinks/index.tsx'))
/** Codes, by SMS, WhatsApp and e-mail. */
export const otp = chunk(() => import('../products/otp/index.tsx'))
/** The password form, and the screens behind it. */
export const passwords = chunk(() => import('../products/passwords/index.tsx'))
/** The page that a reset mail leads to, and what the other password screens share with it. */
export const newPassword = chunk(() => import('../products/passwords/newPassword/index.tsx'))
/** The buttons that lead to other providers. */
export const oauth = chunk(() => import('../products/oauth/index.tsx'))
/** What stands behind these buttons. */
export const oauthCalls = chunk(() => import('../products/oauth/oauthCalls.ts'))
/** The wallets on Main. */
export const crypto = chunk(() => import('../products/crypto/index.tsx'))
/** What stands behind a wallet's button. */
export const signing = chunk(() => import('../products/crypto/signing/index.tsx'))
/** Logging in with a passkey. */
export const passkeys = chunk(() => import('../products/passkeys/index.tsx'))
/** Making passkeys, and the list of those that there are. */
export const registration = chunk(() => import('../products/passkeys/registration/index.tsx'))
/** What an app asks for that sends a visitor here. */
export const idp = chunk(() => import('../products/idp/index.tsx'))
/** What arranges several ways to log in. */
export const methods = chunk(() => import('./methods/index.tsx'))
/** A visitor whom a link brings. */
export const arrival = chunk(() => import('./arrival/index.tsx'))
/** The calls for passkeys. */
export const webauthn = chunk(() => import('../client/webauthn.ts'))
/** The namespaces that no screen needs. */
export const rest = chunk(() => import('../client/rest.ts'))
/** What only a page with shadow roots wants. */
export const shadowParts = chunk(() => import('./shadowParts.ts'))

/** Where each screen is; Main is part of widget.js. */
export const screenChunks: { [Name in Exclude<ScreenName, 'Main'>]: Chunk<{ screens: Pick<Required<ScreenSet>, Name> }> } = {
  EmailConfirmation: emailMagicLinks,
  OTPAuthenticate: otp,
  OTPConfirmation: otp,
  PasswordCreateOrLogin: passwords,
  PasswordForgot: passwords,
  PasswordBreached: passwords,
  PasswordSetNew: passwords,
  PasswordDedupe: passwords,
  PasswordConfirmation: passwords,
  PasswordResetForm: newPassword,
  PasskeyConfirmation: passkeys,
  PasskeyRegistrationStart: registration,
  PasskeyRegistrationSuccess: registration,
  CryptoConnect: signing,
  CryptoSignMessage: signing,
  CryptoOtherScreen: signing,
  CryptoSetupWallet: signing,
  CryptoError: signing,
  CryptoConfirmation: signing,
  IDPConsent: idp,
  Arrival: arrival,
  Success: arrival,
  Error: arrival,
}

interface ProductChunks {
  /** Its part of Main. */
  form?: Chunk<unknown>
  /** What stands behind that: it comes when the visitor turns to the widget, before it is needed. */
  behind?: Chunk<unknown>
}

/** What each product needs; a host may name some that are none. */
export const productChunks: { readonly [Name in Product]?: ProductChunks } = {
  emailMagicLinks: { behind: emailMagicLinks },
  otp: { form: otp },
  passwords: { form: passwords },
  oauth: { form: oauth, behind: oauthCalls },
  crypto: { form: crypto },
  passkeys: { form: passkeys },
} satisfies Record<Product, ProductChunks>

/** The namespaces of a client, of which more, or all, arrives with the first call of one of their methods. */
export type Namespace = Exclude<keyof ConsumerClient, `${string}Url` | 'onStateChange' | 'destroy' | symbol>

/** Where each namespace is. */
export const namespaceChunks: { [Name in Namespace]: Chunk<{ [Own in Name]: (core: Core) => object }> } = {
  user: rest,
  session: rest,
  magicLinks: emailMagicLinks,
  otps: otp,
  oauth: oauthCalls,
  cryptoWallets: signing,
  totps: rest,
  webauthn,
  passwords: newPassword,
  impersonation: rest,
  rbac: rest,
  idp,
}
