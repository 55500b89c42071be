import type { Authenticated, SessionDuration } from '../../api/entities.ts'
import type { ProofKind } from '../calls/proofKeys.ts'
import { pageState } from '../../browser/pageState.ts'
import type { ConsumerClient } from '../ConsumerClient.ts'
import { noProperties, ownProperties } from '../../api/ownProperties.ts'
import { coreKey, type Core } from '../core.ts'
import { firstCall } from '../../browser/firstCall.ts'
import { stripToken } from './stripToken.ts'
import type { AnyState } from '../session/state.ts'
import {
  parseAuthenticateUrl,
  type HandledUrlTokenType,
  type UrlLogInOptions,
  type UrlOutcome,
  type UrlToken,
  type UrlUnhandled,
} from './urlToken.ts'

const spend: Record<HandledUrlTokenType, (client: ConsumerClient, token: string, options: SessionDuration) => Promise<Authenticated>> = {
  magic_links: (client, token, options) => client.magicLinks.authenticate(token, options),
  oauth: (client, token, options) => client.oauth.authenticate(token, options),
  impersonation: (client, impersonation_token) => client.impersonation.authenticate({ impersonation_token }),
}

/**
 * Returns whether the visitor may try again to spend a token: the provider gave no answer, or said
 * that the fault was its own.
 */
const mayRetry = (error: unknown) => {
  const { status_code, code } = error as { status_code?: number; code?: string }
  return code === 'unreachable' || code === 'invalid_response' || status_code === 429 || (status_code || 0) >= 500
}

/**
 * The error of a token that was not spent, and that may be sent again ({@link mayRetry}). `again`
 * repeats the call. It is for a visitor who presses `Try again`. `options` count where the visitor
 * has yet to be asked.
 */
export interface Retryable {
  again?: (options?: UrlLogInOptions | null) => Promise<UrlOutcome>
}

/** The outcome of a token that was spent. */
interface Spent<Type extends string, Data> {
  handled: true
  tokenType: Type
  data: Data
}

/**
 * Spends a log-in token, which has left the URL. The page spends it only once, no matter how often
 * this is called (docs/decisions/tokens-in-urls-are-spent-once.md). If it was not spent, the error
 * is {@link Retryable}.
 */
function spendOnce<Type extends string, Data>(
  token: string,
  tokenType: Type,
  spend: () => Promise<Data>,
  again: Retryable['again'],
): Promise<Spent<Type, Data>> {
  const page = pageState()
  const run = (): Promise<Spent<Type, Data>> => {
    const running = spend()
      .then(
        (data): Spent<Type, Data> => ({ handled: true, tokenType, data }),
        (error) => {
          if (!mayRetry(error)) throw error
          page.spent.delete(token)
          throw Object.assign(error, { again })
        },
      )
      .finally(() => (page.spending = undefined))
    page.spent.set(token, running)
    page.spending = running
    return running
  }
  return (page.spent.get(token) as Promise<Spent<Type, Data>> | undefined) || run()
}

/** Returns the options of the call that spends the token, `confirm`, and `clearParams`. */
const optionsOf = (urlOptions: UrlLogInOptions | null | undefined): [SessionDuration, UrlLogInOptions['confirm'], boolean] => {
  const { confirm, clearParams = true, href, ...options } = ownProperties(urlOptions || noProperties) as UrlLogInOptions
  return [{ session_duration_minutes: 30, ...options }, confirm, clearParams]
}

/**
 * Returns what a token of a type began with. Nobody begins an impersonation in the visitor's
 * browser.
 */
const kindsOf = (tokenType: string): readonly ProofKind[] =>
  /oauth/.test(tokenType) ? ['oauth'] : tokenType === 'sso' ? ['sso'] : /impersonation/.test(tokenType) ? [] : ['passwords', 'magic_links']

/**
 * Returns whose session a token would replace, or an empty text for nobody's, if `confirm` must ask
 * the visitor first (docs/decisions/log-ins-from-other-browsers-are-confirmed.md). An emailed link
 * may be opened in another browser than the one that asked for it, so without a session it needs no
 * consent. On a host's own server it does: links opened in the browser that asked for them have
 * signed in before the page (`Bridge.land`), so here it is often a mail scanner.
 * @throws if the server does not say whether somebody is signed in
 */
async function consentFrom<SomeState extends AnyState>(
  core: Core<SomeState>,
  token: string,
  tokenType: string,
): Promise<string | undefined> {
  const sent = firstCall()
  const isSent = sent?.key === core.key && sent[`${tokenType === 'login' ? 'magic_links' : tokenType}/authenticate${token}`]
  if (isSent || pageState().spent.has(token)) return
  await (await core.life()).settle()
  const { session, user, member } = core.status.now
  if ((await core.proofKeys()).hasBegun(kindsOf(tokenType), token)) return
  if (session || core.backend || /oauth|sso|discovery/.test(tokenType)) return user?.user_id || member?.member_id || ''
}

/**
 * Spends a token, if the visitor consents where that is needed; otherwise it is not handled. The
 * visitor may try again after an error, with other options: then the question comes again, because
 * somebody else may have signed in meanwhile.
 */
async function spendToken<Type extends string, Data, SomeState extends AnyState>(
  core: Core<SomeState>,
  token: string,
  tokenType: Type,
  spend: (options: SessionDuration) => Promise<Data>,
  ready: () => Promise<unknown>,
  urlOptions: UrlLogInOptions | null | undefined,
): Promise<Spent<Type, Data> | UrlUnhandled<Type>> {
  const [options, confirm, clears] = optionsOf(urlOptions)
  const again: Retryable['again'] = (next = urlOptions) => spendToken(core, token, tokenType, spend, ready, next) as Promise<UrlOutcome>
  for (let asked: string | undefined; ; ) {
    let whose: string | undefined
    try {
      await ready()
      if (confirm) whose = await consentFrom(core, token, tokenType)
    } catch (error) {
      throw Object.assign(error as Error, { again })
    }
    // while the question stood, somebody else may have signed in
    if (whose === undefined || whose === asked) break
    if ((await confirm!({ tokenType })) !== true) return { handled: false, tokenType, token }
    asked = whose
  }
  if (clears) stripToken(token)
  else putBack()
  return spendOnce(token, tokenType, () => spend(options), again)
}

/**
 * Spends the token that `find` finds in the URL, and resolves with
 * `{handled: true, tokenType, data}`. Resolves with null if there is no token, and with
 * `{handled: false}` if the client does not spend tokens of this type. `ready` fetches the code
 * that the call needs, before the token leaves the URL: if that takes long and the visitor reloads
 * the page, the token is still there, unless the script in the page has spent it already.
 */
export async function spendUrlToken<Type extends string, Known extends string, Data, SomeState extends AnyState>(
  core: Core<SomeState>,
  find: (href?: string) => UrlToken<Type, Known> | null,
  spend: (token: string, tokenType: Type, options: SessionDuration) => Promise<Data>,
  ready: (tokenType: Type) => Promise<unknown>,
  urlOptions: UrlLogInOptions | null | undefined,
): Promise<Spent<Type, Data> | UrlUnhandled<Known> | null> {
  const urlToken = find(urlOptions?.href)
  if (!urlToken) return ((await pageState().spending) as Spent<Type, Data> | undefined) || null
  if (!urlToken.handled) return urlToken
  const { tokenType, token } = urlToken
  return spendToken(
    core,
    token,
    tokenType,
    (options) => spend(token, tokenType, options),
    () => ready(tokenType),
    urlOptions,
  )
}

/** Puts the token that the script in the page has taken out of the URL back into it. */
function putBack() {
  try {
    const { href } = firstCall() ?? {}
    if (href) history.replaceState(history.state, '', href)
  } catch {
    // the browser's error has the whole URL in it
  }
}

/** Fetches the code that every call needs before it is sent. */
export const loadLaterEngine = <SomeState extends AnyState>(core: Core<SomeState>): Promise<unknown> => core.proofKeys()

/** Signs in with the token that `find` finds in the URL: see {@link spendUrlToken}. */
export const authenticateByUrl = (
  client: ConsumerClient,
  options?: UrlLogInOptions | null,
  ready: (tokenType: HandledUrlTokenType) => Promise<unknown> = () => loadLaterEngine(client[coreKey]),
  find: (href?: string) => UrlToken | null = parseAuthenticateUrl,
): Promise<UrlOutcome> =>
  spendUrlToken(client[coreKey], find, (token, tokenType, options) => spend[tokenType](client, token, options), ready, options)

/**
 * Signs in with the token of a reset email, as with that of a log-in link. Without a token, as
 * after a reload, it fails like a link that was already used.
 */
export async function logInByReset(client: ConsumerClient, token: string, urlOptions: UrlLogInOptions): Promise<UrlOutcome> {
  if (!token) throw { error_type: 'unable_to_auth_magic_link', message: 'There is no password reset token.' }
  return spendToken(
    client[coreKey],
    token,
    'login',
    (options) => client.magicLinks.authenticate(token, options),
    async () => {},
    urlOptions,
  )
}
