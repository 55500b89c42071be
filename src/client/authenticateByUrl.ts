import type { Authenticated, SessionDuration } from '../api/entities.ts'
import { page } from '../browser/page.ts'
import type { ConsumerClient } from './ConsumerClient.ts'
import { inner, type Core } from './core.ts'
import { leaveAddress } from './leaveAddress.ts'
import { parseAuthenticateUrl, type handledTypes, type UrlToken } from './urlToken.ts'

/** What spends a token of each kind. */
const spend: Record<
  (typeof handledTypes)[number],
  (client: ConsumerClient, token: string, options: SessionDuration) => Promise<Authenticated>
> = {
  magic_links: (client, token, options) => client.magicLinks.authenticate(token, options),
  oauth: (client, token, options) => client.oauth.authenticate(token, options),
  impersonation: (client, impersonation_token) => client.impersonation.authenticate({ impersonation_token }),
}

export interface UrlAuthenticated {
  handled: true
  tokenType: string
  data: Authenticated
}

/** A token that no client spends by itself, such as one that sets a new password: it is still in the address. */
export interface UrlUnhandled extends UrlToken {
  handled: false
}

/** What became of the token in the address: signed in, not one that a client handles, or null: there was none. */
export type UrlOutcome = UrlAuthenticated | UrlUnhandled | null

/** Whether a failed spending may be tried again by the visitor: the provider gave no answer, or said that it was its own fault (row 27). */
const mayRetry = (error: unknown) => {
  const { status_code, code } = error as { status_code?: number; code?: string }
  return code === 'unreachable' || code === 'invalid_response' || status_code === 429 || (status_code || 0) >= 500
}

/** A token that was not spent for want of an answer: the same call again, for the visitor's Try again. */
export interface Retryable {
  again?: () => Promise<UrlOutcome>
}

/** What a token was spent for. */
interface Spent<Data> {
  handled: true
  tokenType: string
  data: Data
}

/**
 * Spends a log-in token. It leaves the address before the call, and the page spends it once however often this is called; a rejection carries `again` when
 * nothing was spent (row 27).
 */
function spendOnce<Data>(token: string, tokenType: string, spend: () => Promise<Data>): Promise<Spent<Data>> {
  const shared = page()
  leaveAddress(token)
  const run = (): Promise<Spent<Data>> => {
    const running = spend()
      .then(
        (data): Spent<Data> => ({ handled: true, tokenType, data }),
        (error) => {
          let next: Promise<Spent<Data>> | undefined
          throw mayRetry(error) ? Object.assign(error, { again: () => (next ??= run()) }) : error
        },
      )
      .finally(() => (shared.spending = undefined))
    shared.spent.set(token, running)
    shared.spending = running
    return running
  }
  return (shared.spent.get(token) as Promise<Spent<Data>> | undefined) || run()
}

/**
 * Spends the token in the address, if `find` finds one that is handled: `{handled: true, tokenType, data}`. Null without a token; `{handled: false}` with one
 * that is somebody else's. `ready` fetches what the call needs: a token that has left the address must not wait for code, which a reload would cost the visitor.
 */
export async function spendFound<Data>(
  find: () => UrlToken | null,
  spend: (token: string, tokenType: string) => Promise<Data>,
  ready: (tokenType: string) => Promise<unknown>,
): Promise<Spent<Data> | UrlUnhandled | null> {
  const found = find()
  if (!found) return ((await page().spending) as Spent<Data> | undefined) || null
  const { tokenType, token } = found
  if (!found.handled) return found as UrlUnhandled
  try {
    await ready(tokenType)
  } catch (error) {
    throw Object.assign(error as object, { again: () => spendFound(find, spend, ready) })
  }
  return spendOnce(token, tokenType, () => spend(token, tokenType))
}

/** Fetches what every call needs before it is sent. */
export const prepared = async (core: Core): Promise<unknown> => (await core.engine()).proofKeys()

/** Signs in with the token in the address that `find` finds: see {@link spendFound}. */
export const authenticateByUrl = (
  client: ConsumerClient,
  options?: SessionDuration | null,
  ready: (tokenType: string) => Promise<unknown> = () => prepared(client[inner]),
  find = parseAuthenticateUrl,
): Promise<UrlOutcome> =>
  spendFound(
    find,
    (token, tokenType) => spend[tokenType as keyof typeof spend](client, token, options || { session_duration_minutes: 30 }),
    ready,
  )

/** Signs in with the token of a reset mail, as if it were a link's. Without one, as after a reload, it fails as a link that was used does. */
export async function logInByReset(client: ConsumerClient, token: string, options: SessionDuration): Promise<UrlOutcome> {
  if (!token) throw { error_type: 'unable_to_auth_magic_link', message: 'There is no password reset token.' }
  return spendOnce(token, 'login', () => client.magicLinks.authenticate(token, options))
}
