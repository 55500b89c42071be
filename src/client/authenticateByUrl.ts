import type { Authenticated, SessionDuration } from '../api/entities.ts'
import { page } from '../browser/page.ts'
import type { ConsumerClient } from './ConsumerClient.ts'
import { inner, type Core } from './core.ts'
import { leaveAddress } from './leaveAddress.ts'
import type { Who } from './session/state.ts'
import { parseAuthenticateUrl, type HandledUrlTokenType, type UrlToken, type UrlTokenType, type UrlUnhandled } from './urlToken.ts'

/** What spends a token of each kind. */
const spend: Record<HandledUrlTokenType, (client: ConsumerClient, token: string, options: SessionDuration) => Promise<Authenticated>> = {
  magic_links: (client, token, options) => client.magicLinks.authenticate(token, options),
  oauth: (client, token, options) => client.oauth.authenticate(token, options),
  impersonation: (client, impersonation_token) => client.impersonation.authenticate({ impersonation_token }),
}

/** The visitor is signed in with the token. */
export interface UrlAuthenticated {
  /** The token is spent. */
  handled: true
  /** What the token was for (`stytch_token_type`). */
  tokenType: Exclude<UrlTokenType, 'reset_password'>
  /** What the call answered. */
  data: Authenticated
}

/** What became of the token in the URL: null if there was none. */
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
interface Spent<Type extends string, Data> {
  handled: true
  tokenType: Type
  data: Data
}

/**
 * Spends a log-in token. It leaves the URL before the call, and the page spends it once however often this is called; a rejection carries `again` when
 * nothing was spent (row 27).
 */
function spendOnce<Type extends string, Data>(token: string, tokenType: Type, spend: () => Promise<Data>): Promise<Spent<Type, Data>> {
  const shared = page()
  leaveAddress(token)
  const run = (): Promise<Spent<Type, Data>> => {
    const running = spend()
      .then(
        (data): Spent<Type, Data> => ({ handled: true, tokenType, data }),
        (error) => {
          let next: Promise<Spent<Type, Data>> | undefined
          throw mayRetry(error) ? Object.assign(error, { again: () => (next ??= run()) }) : error
        },
      )
      .finally(() => (shared.spending = undefined))
    shared.spent.set(token, running)
    shared.spending = running
    return running
  }
  return (shared.spent.get(token) as Promise<Spent<Type, Data>> | undefined) || run()
}

/**
 * Spends the token in the URL, if `find` finds one that is handled: `{handled: true, tokenType, data}`. Null without a token; `{handled: false}` with one
 * that is somebody else's. `ready` fetches what the call needs: a token that has left the address must not wait for code, which a reload would cost the visitor.
 */
export async function spendFound<Type extends string, Known extends string, Data>(
  find: () => UrlToken<Type, Known> | null,
  spend: (token: string, tokenType: Type) => Promise<Data>,
  ready: (tokenType: Type) => Promise<unknown>,
): Promise<Spent<Type, Data> | UrlUnhandled<Known> | null> {
  const found = find()
  if (!found) return ((await page().spending) as Spent<Type, Data> | undefined) || null
  if (!found.handled) return found
  const { tokenType, token } = found
  try {
    await ready(tokenType)
  } catch (error) {
    throw Object.assign(error as object, { again: () => spendFound(find, spend, ready) })
  }
  return spendOnce(token, tokenType, () => spend(token, tokenType))
}

/** Fetches what every call needs before it is sent. */
export const prepared = async <SomeState extends Who>(core: Core<SomeState>): Promise<unknown> => (await core.engine()).proofKeys()

/** Signs in with the token in the URL that `find` finds: see {@link spendFound}. */
export const authenticateByUrl = (
  client: ConsumerClient,
  options?: SessionDuration | null,
  ready: (tokenType: HandledUrlTokenType) => Promise<unknown> = () => prepared(client[inner]),
  find: () => UrlToken | null = parseAuthenticateUrl,
): Promise<UrlOutcome> =>
  spendFound(find, (token, tokenType) => spend[tokenType](client, token, options || { session_duration_minutes: 30 }), ready)

/** Signs in with the token of a reset mail, as if it were a link's. Without one, as after a reload, it fails as a link that was used does. */
export async function logInByReset(client: ConsumerClient, token: string, options: SessionDuration): Promise<UrlOutcome> {
  if (!token) throw { error_type: 'unable_to_auth_magic_link', message: 'There is no password reset token.' }
  return spendOnce(token, 'login', () => client.magicLinks.authenticate(token, options))
}
