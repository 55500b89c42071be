import { StytchAPIError } from '@stytch/vanilla-js'
import { client, nameOf } from './client'
import { showLogin, showReset } from './screens'

export { client, nameOf, showLogin, showReset }

/** Sends visitors away from pages that are not for them. */
export const signedInOnly = () => {
  if (!client.session.getSync()) location.replace('/index.html')
}

/** Redeems the token that a visitor brings. */
export const arrive = async () => {
  const query = new URLSearchParams(location.search)
  const token = query.get('token')
  try {
    if (query.get('stytch_token_type') === 'oauth') await client.oauth.authenticate(token, { session_duration_minutes: 60 })
    else await client.magicLinks.authenticate(token, { session_duration_minutes: 60 })
    location.replace('/account.html')
  } catch (error) {
    return error instanceof StytchAPIError ? error.error_type : String(error)
  }
}
