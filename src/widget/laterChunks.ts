import type { Core } from '../client/core.ts'
import { chunk, type Chunk } from '../ui/chunk.ts'
import type { Product } from '../ui/config.ts'
import type { ScreenName, ScreenSet } from '../ui/map.ts'
import { arrival, emailMagicLinks, idp, newPassword, otp, registration } from './chunks.ts'
import type { Namespace } from './WidgetClient.ts'

// The files that nobody needs before the visitor turns to the widget, and what is in which: a part of the kit's file.

/** The screens behind the form for codes. */
export const otpScreens = chunk(() => import('../products/otp/otpScreens.ts'))
/** The screens behind the password form. */
export const passwordScreens = chunk(() => import('../products/passwords/passwordScreens.ts'))
/** What stands behind the buttons of other providers. */
export const oauthCalls = chunk(() => import('../products/oauth/oauthCalls.ts'))
/** What stands behind a wallet's button. */
export const signing = chunk(() => import('../products/crypto/signing/index.tsx'))
/** What stands behind the button for passkeys, and what waits for one under an e-mail field. */
export const passkeyLogIn = chunk(() => import('../products/passkeys/passkeyLogIn/index.tsx'))
/** The calls for passkeys. */
export const webauthn = chunk(() => import('../client/webauthn.ts'))
/** The namespaces that no screen needs. */
export const rest = chunk(() => import('../client/rest.ts'))

/** Where each screen is; Main is part of widget.js. */
export const screenChunks: { [Name in Exclude<ScreenName, 'Main'>]: Chunk<{ screens: Pick<Required<ScreenSet>, Name> }> } = {
  EmailConfirmation: emailMagicLinks,
  OTPAuthenticate: otpScreens,
  OTPConfirmation: otpScreens,
  PasswordCreateOrLogin: passwordScreens,
  PasswordForgot: passwordScreens,
  PasswordBreached: passwordScreens,
  PasswordSetNew: passwordScreens,
  PasswordDedupe: passwordScreens,
  PasswordConfirmation: passwordScreens,
  PasswordResetForm: newPassword,
  PasskeyConfirmation: passkeyLogIn,
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

/** What stands behind each product's part of Main: it comes when the visitor turns to the widget, before it is needed. */
export const behind: { readonly [Name in Product]?: Chunk<unknown> } = {
  emailMagicLinks,
  otp: otpScreens,
  passwords: passwordScreens,
  oauth: oauthCalls,
  passkeys: passkeyLogIn,
  // what signs is fetched by a wallet's button, as few press one
} satisfies Record<Exclude<Product, 'crypto'>, Chunk<unknown>>

/** Where each namespace of a client is. */
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
