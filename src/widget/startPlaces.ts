/**
 * Where a visitor begins in each widget. For a page that is often the first of a visit, the
 * function also fetches the code of that page.
 */
import { pageState } from '../browser/pageState.ts'
import type { ConsumerClient } from '../client/ConsumerClient.ts'
import { coreKey } from '../client/core.ts'
import { parseAuthenticateUrl } from '../client/url/urlToken.ts'
import type { LoginConfig } from '../ui/host/config.ts'
import type { Place } from '../ui/map.ts'
import { idp, newPassword, prefetch, urlLogIn } from './firstScreenChunks.ts'
import type { LoginProps, ResetPasswordProps } from './hostProps.ts'

/**
 * Returns the log-in screen or, if the URL has a token and the host wants it, the log-in with that
 * token. UrlLogIn decides whether the visitor has to press a button first.
 */
export const loginStart = (client: ConsumerClient, { authenticateByUrl }: LoginProps): Place => {
  // a link that a mail program has changed, too: UrlLogIn repairs it
  const urlToken =
    (authenticateByUrl ?? client[coreKey].backend) &&
    (client.parseAuthenticateUrl() || (/_token_type=/.test(location.search) && { handled: true as const }))
  if (!urlToken) return { name: 'Main' }
  if (urlToken.handled) {
    void prefetch(urlLogIn)
    return { name: 'UrlLogIn', finish: (options) => client.authenticateByUrl(options) }
  }
  return /^(reset_password|login)$/.test(urlToken.tokenType) ? resetStart(client, { passwordResetToken: urlToken.token }) : { name: 'Main' }
}

/**
 * Returns the form for a new password or, if the token is missing or spent or came from the log-in
 * link of the reset email, the log-in with that token.
 */
export const resetStart = (client: ConsumerClient, { passwordResetToken: token }: ResetPasswordProps): Place => {
  const logIn: NonNullable<Place<'UrlLogIn'>['finish']> = async (options) => (await urlLogIn.load()).logInByReset(client, token, options)
  const atOnce = !token || pageState().spent.has(token) || parseAuthenticateUrl()?.tokenType === 'login'
  void prefetch(atOnce ? urlLogIn : newPassword)
  return atOnce ? { name: 'UrlLogIn', reset: true, finish: logIn } : { name: 'PasswordResetForm', token, logIn }
}

/**
 * Returns the screen that offers to create a passkey. Its code is fetched after the kit, which is
 * in the cache of a visitor who has signed in on this site.
 */
export const passkeyStart = (): Place => ({ name: 'PasskeyRegistrationStart' })

export const secondFactorStart = (): Place => ({ name: 'SecondFactor' })

/** Returns the screen with what belongs to the account. */
export const accountStart = (): Place => ({ name: 'Account' })

/** Returns the step that reads the app's request from the URL. */
export const idpStart = (client: ConsumerClient): Place => {
  void prefetch(idp)
  return { name: 'IDPConsent', step: 'preflight', client }
}

/** The identity-provider screens do not log anybody in, so they fetch no product's code. */
export const noProducts: LoginConfig = { products: [] }
