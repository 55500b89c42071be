import type { ConsumerClient } from '../../client/ConsumerClient.ts'
import { idp } from '../../client/namespaces/idp.ts'
import { authorizeParams } from '../../client/url/idpParams.ts'
import type { Ui } from '../../ui/context.ts'
import { returnTo, errorInReturnUrl } from './returnUrl.ts'
import { idpError } from './idpError.ts'
import { clientHost, clientName, hostsOf } from './appNames.ts'
import { isolate, NAME, plainText, projectName } from '../../ui/words/untrustedText.ts'
import { hostOptionsChunk } from './chunks.ts'
import { defaultItems } from './scopes.ts'
import type { NextStep, StepOf } from './steps.ts'
import { ageLimit, isTooOld } from './sessionAge.ts'
import type { Words } from './words.ts'

type Request = StepOf<'consent'>['request']

/**
 * Returns whether the app wants no question to the visitor (OpenID Connect Core, section 3.1.2.1).
 */
const isSilent = (query: URLSearchParams) => !!query.get('prompt')?.split(' ').includes('none')

/**
 * Makes sure that somebody is signed in. Asks the server, because a cached session may have ended,
 * but makes no call if there is no sign of a session. `again`: the visitor pressed "Try again",
 * which looks for a cookie that scripts cannot read. `doubt`: the error with which the server has
 * since refused a call of this session.
 * @throws `no_current_session` if nobody is signed in
 */
async function checkSession({ core }: Ui, t: Words, query: URLSearchParams, again?: boolean, doubt?: unknown): Promise<void> {
  const { engine, status, tokens, customEndpoint } = core
  // `login_required` is what the app would get (OpenID Connect Core, section 3.1.2.6). This page
  // cannot send it: only the server knows the app's allowed URLs.
  const nobody = () =>
    idpError('no_current_session', t('idpConsent.noActiveSession'), isSilent(query) ? { error_type: 'login_required' } : {})
  // until the server has answered the first check, there may be a cookie that scripts cannot read
  const mayBeHidden = customEndpoint && (status.fromCache || again)
  if (!status.now.session && !tokens.get('session_token') && !mayBeHidden) throw nobody()
  try {
    // the age of a log-in is counted to the last check, which must be new then
    await (await (await engine()).life()).confirm(doubt, ageLimit(query) < Infinity ? 1000 : undefined)
  } catch (error) {
    // the server has answered that there is no session; after any other failure that is unknown
    throw (error as { status_code: number }).status_code < 500 && !status.now.session ? nobody() : error
  }
}

/**
 * Has a visitor confirm that it is them who logged in longer ago than the app wants. The provider
 * has no field for `max_age`, and cannot ask for a log-in: this page can. Resolves with whether it
 * had to.
 * @throws `no_current_session` if the app wants no question
 */
async function renewLogIn({ core, confirmation }: Ui, t: Words, query: URLSearchParams): Promise<boolean> {
  if (!isTooOld({ ...core.status.now.session }, query)) return false
  if (isSilent(query)) throw idpError('no_current_session', t('idpConsent.noActiveSession'), { error_type: 'login_required' })
  await confirmation!.confirm()
  return true
}

/**
 * Makes a call for the visitor who is signed in. If their session has ended since it was checked,
 * throws `no_current_session`.
 */
async function asking<Answer>(ui: Ui, t: Words, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    await checkSession(ui, t, new URLSearchParams(location.search), false, error)
    throw error
  }
}

/** Returns the next step: the proof of the visitor's address if the server wants it first. */
export const orProof = (next: Promise<NextStep>): Promise<NextStep> =>
  next.catch((error) => {
    if (error.error_type !== 'email_verification_required') throw error
    return { leave: 'ConfirmEmail' }
  })

/**
 * Starts an authorization request and returns the next step: the visitor's consent, or the outcome
 * if the server needs no consent. `again`: the visitor pressed "Try again".
 */
export async function authorize(ui: Ui, t: Words, query: URLSearchParams, client: ConsumerClient, again?: boolean): Promise<NextStep> {
  const { core, emit, productOptions } = ui
  const { authTokenParams, getIDPConsentManifest } = productOptions
  const request = authorizeParams(query)
  const { client_id, redirect_uri, response_type, scopes, prompt } = request
  // the provider reads the resources with the decision alone
  const resources = core.backend ? request.resources : undefined
  const start = () => idp(core).oauthAuthorizeStart({ client_id, redirect_uri, response_type, scopes, prompt, resources })
  const settings = (await core.engine()).known()
  const sessionBefore = core.status.now.session?.session_id
  // beside the check of a session that is known; if that fails or finds another session, this
  // answer is dropped
  const earlyStart = sessionBefore && !authTokenParams ? start() : undefined
  earlyStart?.catch(() => {})
  const options = authTokenParams || getIDPConsentManifest ? await hostOptionsChunk.load() : undefined
  await (authTokenParams ? options!.attest(core, client.session, authTokenParams) : checkSession(ui, t, query, again))
  const isRenewed = !authTokenParams && (await renewLogIn(ui, t, query))
  // the consent is about this session: another visitor may be signed in by the time it is given
  const session_id = core.status.now.session?.session_id
  emit('OAUTH_AUTHORIZE_FLOW_START', { client_id, redirect_uri, scope: scopes.join(' ') })
  const {
    consent_required,
    client: app,
    scope_results,
  } = await asking(ui, t, () => (earlyStart && session_id === sessionBefore && !isRenewed ? earlyStart : start()))
  // The server takes a challenge as S256, so the app would fail at the token endpoint. Its URL has
  // been found to be right, so it learns of that now (RFC 7636, section 4.4.1).
  const method = query.get('code_challenge_method')
  if (method && method !== 'S256') {
    const url = new URL(redirect_uri)
    const { state = '' } = request
    const error_description = 'code_challenge_method must be S256'
    for (const [name, value] of Object.entries({ error: 'invalid_request', error_description, state }))
      if (value) url.searchParams.set(name, value)
    return outcomeOf(ui, t, url.href, redirect_uri, true)
  }
  // The provider cannot know whether the visitor has consented to these resources, so an app of
  // somebody else never gets at them without a question.
  const hasNewResources =
    !core.backend &&
    hostsOf(request.resources ?? []).length > 0 &&
    !/^first_party/.test(app.client_type) &&
    !prompt?.split(' ').includes('none')
  // `consent_granted` is false, because nobody was asked; the app gets access all the same
  if (!consent_required && !hasNewResources) return submit(ui, t, request, false, true)

  const host = clientHost(client_id)
  const name = host ?? clientName(app.client_name, redirect_uri, t)
  const bootstrap = (await settings) || core.bootstrap
  const scopesThat = (isGrantable: boolean) =>
    scope_results.filter((result) => result && !!result.is_grantable === isGrantable).map(({ scope }) => scope)
  const descriptionOf = (scope: string) =>
    [bootstrap.rbacPolicy?.scopes, scope_results].flat().find((entry) => entry?.scope === scope && entry.description)?.description
  const grantable = scopesThat(true)
  const header = t('idpConsent.allowClientTo', { clientName: isolate(name) })
  return {
    step: 'consent',
    request,
    clientName: name,
    ownName: host && plainText(app.client_name, NAME),
    projectName: projectName(bootstrap),
    logo: app.client_logo_url,
    sections: (await options?.manifest(productOptions, { scopes: grantable, clientName: name }, header, core.warn)) || [
      { header, items: defaultItems(grantable, descriptionOf, t) },
    ],
    ungrantable: defaultItems(scopesThat(false), descriptionOf, t),
    session_id,
  }
}

/**
 * Sends a decision to the provider, tells the host, and returns the outcome: back to the app, if
 * the provider says so. `hasAccess`: whether the app should get access. If the app gets an error
 * other than the visitor's own denial, so does the host, with the app's error as its `error_type`.
 */
export async function submit(ui: Ui, t: Words, request: Request, consent_granted: boolean, hasAccess = consent_granted): Promise<NextStep> {
  const { redirect_uri } = await asking(ui, t, () => idp(ui.core).oauthAuthorizeSubmit({ ...request, consent_granted }))
  return outcomeOf(ui, t, redirect_uri, request.redirect_uri, hasAccess)
}

/** Returns the outcome that leads back to an app by a URL, and tells the host. */
function outcomeOf(ui: Ui, t: Words, url: string | undefined, redirectUri: string, hasAccess: boolean): NextStep {
  const refusal = url ? errorInReturnUrl(url) : undefined
  const outcome = { title: t(hasAccess && !refusal ? 'success.title' : 'idpConsent.denied'), success: hasAccess && !refusal }
  const next: NextStep = url ? returnTo(t, url, redirectUri, outcome) : { step: 'outcome', ...outcome }
  const { error, error_description } = refusal || {}
  if (error && (hasAccess || error !== 'access_denied'))
    ui.fail(idpError('api', plainText(error_description) || `The app is told that it gets no code: ${error}.`, { error_type: error }))
  else ui.emit(hasAccess ? 'OAUTH_AUTHORIZE_FLOW_COMPLETE' : 'OAUTH_AUTHORIZE_FLOW_CONSENT_DENIED', {})
  return next
}
