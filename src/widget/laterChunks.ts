/**
 * The second half of the table of chunks, which firstScreenChunks.ts explains: those that no page
 * needs before the visitor first touches the widget.
 */
import type { Core } from '../client/core.ts'
import { chunk, type Chunk } from '../ui/chunks/chunk.ts'
import type { ConfirmingClient } from '../products/secondFactor/confirmation/index.tsx'
import type { Product } from '../ui/host/config.ts'
import type { ScreenName, ScreenSet } from '../ui/map.ts'
import { emailMagicLinks, idp, newPassword, otp, urlLogIn } from './firstScreenChunks.ts'
import type { ConfirmProps } from './hostProps.ts'
import type { ProductAfterMain } from './loading.ts'
import type { Namespace } from './WidgetClient.ts'

/** The screens that follow the form for codes. */
export const otpScreens = chunk(() => import('../products/otp/otpScreens.ts'))
/** The screens that follow the password form. */
export const passwordScreens = chunk(() => import('../products/passwords/passwordScreens.ts'))
/** What the buttons of other providers do. */
export const oauthCalls = chunk(() => import('../products/oauth/oauthCalls.ts'))
/** The screens that a wallet's button leads to, where the wallet signs. */
export const signing = chunk(() => import('../products/crypto/signing/index.tsx'))
/** Logs in with a passkey, by the button or by autofill under an email field. */
export const passkeyLogIn = chunk(() => import('../products/passkeys/passkeyLogIn/index.tsx'))
/** Creates passkeys and lists those that the visitor has. */
export const passkeyRegistration = chunk(() => import('../products/passkeys/registration/index.tsx'))
/** Asks for a second factor. */
export const secondFactor = chunk(() => import('../products/secondFactor/index.tsx'))
/** Asks a visitor who is signed in to confirm that it is them, in a dialog. */
export const confirmation = chunk(() => import('../products/secondFactor/confirmation/index.tsx'))
/** What belongs to the account of the visitor. */
export const account = chunk(() => import('../products/account/index.tsx'))
/** What follows a log-in with something other than a passkey, on a page with passkeys. */
export const passkeysAfterLogIn = chunk(() => import('../products/passkeys/afterLogIn/index.tsx'))
/** Sets up an authenticator app for the account of the visitor, and shows its recovery codes. */
export const accountApp = chunk(() => import('../products/account/app/index.tsx'))
/**
 * Adds an email address or a phone number to the account of the visitor, or confirms an address.
 */
export const adding = chunk(() => import('../products/otp/adding/index.tsx'))
/** The look `quartz` where there is more than the form for an email link. */
export const quartzLater = chunk(() => import('../ui/looks/quartz/quartzLater.tsx'))
/** The words of a log-in on a host's own server. */
export const plainWords = chunk(() => import('./plainWords.ts'))
/** The words there for what few log-ins show. */
export const furtherPlainWords = chunk(() => import('./furtherPlainWords.ts'))
/** The calls for passkeys. */
export const webauthn = chunk(() => import('../client/namespaces/webauthn.ts'))
/** The calls for authenticator apps. */
export const totps = chunk(() => import('../client/namespaces/totps.ts'))
/** The namespaces of the client that no screen uses. */
export const otherNamespaces = chunk(() => import('../client/namespaces/otherNamespaces.ts'))

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
  PasskeyRegistrationStart: passkeyRegistration,
  PasskeyRegistrationSuccess: passkeyRegistration,
  SecondFactor: secondFactor,
  SecondFactorConfirmation: secondFactor,
  LogInSecondFactor: secondFactor,
  LogInConfirmation: secondFactor,
  Account: account,
  AccountDestination: adding,
  AccountCode: adding,
  ConfirmEmail: adding,
  AccountApp: accountApp,
  AccountRecoveryCodes: accountApp,
  CryptoConnect: signing,
  CryptoSignMessage: signing,
  CryptoOtherScreen: signing,
  CryptoSetupWallet: signing,
  CryptoError: signing,
  CryptoConfirmation: signing,
  IDPConsent: idp,
  UrlLogIn: urlLogIn,
  Success: urlLogIn,
  Error: urlLogIn,
}

/** What each product needs after Main (loading.ts). */
export const afterMainChunks: { readonly [Name in Product]?: Chunk<unknown> } = {
  emailMagicLinks,
  otp: otpScreens,
  passwords: passwordScreens,
  oauth: oauthCalls,
  passkeys: passkeyLogIn,
} satisfies Record<ProductAfterMain, Chunk<unknown>>

/**
 * The calls of `client.session`, and the code of `client.confirm`: by a namespace that is there
 * already, the first screen needs no more for it.
 */
const sessionCalls = chunk(async () => {
  const { session } = await otherNamespaces.load()
  const confirm = async (client: ConfirmingClient, options?: ConfirmProps) => (await confirmation.load()).confirm(client, options)
  return { session: (core: Core) => ({ ...session(core), confirm }) }
})

/** Where each namespace of a client is. */
export const namespaceChunks: { [Name in Namespace]: Chunk<{ [Own in Name]: (core: Core) => object }> } = {
  user: otherNamespaces,
  session: sessionCalls,
  magicLinks: emailMagicLinks,
  otps: otp,
  oauth: oauthCalls,
  cryptoWallets: signing,
  totps,
  webauthn,
  passwords: newPassword,
  impersonation: otherNamespaces,
  rbac: otherNamespaces,
  idp,
}
