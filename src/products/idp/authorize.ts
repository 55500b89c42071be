import { idp } from '../../client/idp.ts'
import { authorizeParams } from '../../client/idpParams.ts'
import type { Ui } from '../../ui/context.ts'
import type { ConsentStep } from '../../ui/map.ts'
import { back, refusalIn } from './back.ts'
import { fault } from './fault.ts'
import { clientName, isolate, plain, projectName } from './names.ts'
import { hostOptions } from './parts.ts'
import { defaultItems } from './scopes.ts'
import type { NextStep, Step } from './step.ts'
import type { Words } from './words.ts'

type Request = Step<'consent'>['request']

/**
 * Makes sure that somebody is signed in, by the server's own word to this page: a cached session may be over. Where nothing could be there, nobody is asked;
 * `again`: the visitor wants it asked all the same. `doubt`: how the server has refused a call of the session's since. Throws where nobody is signed in.
 */
async function checkSession({ core }: Ui, t: Words, { prompt = '' }: Request, again?: boolean, doubt?: unknown): Promise<void> {
  const { engine, status, tokens, customEndpoint } = core
  // told as the app would be (OpenID Connect Core, section 3.1.2.6), which this page cannot do: only the server knows where the app may be answered
  const nobody = () =>
    fault('no_current_session', t('idpConsent.noActiveSession'), prompt.split(' ').includes('none') ? { error_type: 'login_required' } : {})
  // a cookie that no script sees may be there until the first check has been answered
  const hidden = customEndpoint && (status.fromCache || again)
  if (!status.now.session && !tokens.get('session_token') && !hidden) throw nobody()
  try {
    await (await (await engine()).life()).confirm(doubt)
  } catch (error) {
    // an answer of the server's about nobody's session; what else may go wrong says that it could not be asked
    throw (error as { status_code: number }).status_code < 500 && !status.now.session ? nobody() : error
  }
}

/** Asks the server on behalf of whoever is signed in. A session that ended after it was checked is none, as if it had been over before. */
async function asking<Answer>(ui: Ui, t: Words, request: Request, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    await checkSession(ui, t, request, false, error)
    throw error
  }
}

/**
 * Looks at an authorization request: whether there is a session, who asks for what, and whether the visitor is to be asked (spec section 4). `again`: the visitor
 * has pressed Try again.
 */
export async function authorize(ui: Ui, t: Words, query: URLSearchParams, by: ConsentStep['by'], again?: boolean): Promise<NextStep> {
  const { core, emit } = ui
  const request = authorizeParams(query)
  const { client_id, redirect_uri, response_type, scopes, prompt } = request
  const settings = (await core.engine()).known()
  const host = by.authTokenParams || by.getIDPConsentManifest ? await hostOptions.load() : undefined
  await (by.authTokenParams ? host!.attest(core, by) : checkSession(ui, t, request, again))
  // whom the question below is about: another may be signed in by the time it is asked
  const session_id = core.status.now.session?.session_id
  emit('OAUTH_AUTHORIZE_FLOW_START', { client_id, redirect_uri, scope: scopes.join(' ') })
  const { consent_required, client, scope_results } = await asking(ui, t, request, () =>
    idp(core).oauthAuthorizeStart({ client_id, redirect_uri, response_type, scopes, prompt }),
  )
  // nobody was asked, which is what the provider is told
  if (!consent_required) return submit(ui, t, request, false, true)

  const name = clientName(client.client_name, redirect_uri, t)
  const bootstrap = (await settings) || core.bootstrap
  const asked = (granted: boolean) =>
    scope_results.filter((result) => result && !!result.is_grantable === granted).map(({ scope }) => scope)
  const described = (scope: string) =>
    [bootstrap.rbacPolicy?.scopes, scope_results].flat().find((entry) => entry?.scope === scope && entry.description)?.description
  const grantable = asked(true)
  const header = t('idpConsent.allowClientTo', { clientName: isolate(name) })
  return {
    step: 'consent',
    request,
    clientName: name,
    projectName: projectName(bootstrap),
    logo: client.client_logo_url,
    sections: (await host?.manifest(by, { scopes: grantable, clientName: name }, header, core.warn)) || [
      { header, items: defaultItems(grantable, described, t) },
    ],
    ungrantable: defaultItems(asked(false), described, t),
    session_id,
  }
}

/**
 * Hands in a decision, tells the host, and says where the visitor goes: back to the app, if the provider says so (row 12). Where that tells the app of an error
 * which is not the visitor's own denial, the host hears of an error, too: `error_type` is what the app is told.
 */
export async function submit(ui: Ui, t: Words, request: Request, consent_granted: boolean, allowed = consent_granted): Promise<NextStep> {
  const { redirect_uri } = await asking(ui, t, request, () => idp(ui.core).oauthAuthorizeSubmit({ ...request, consent_granted }))
  const refusal = redirect_uri ? refusalIn(redirect_uri) : undefined
  const outcome = { title: t(allowed && !refusal ? 'success.title' : 'idpConsent.denied'), success: allowed && !refusal }
  const next: NextStep = redirect_uri ? back(t, redirect_uri, request.redirect_uri, outcome) : { step: 'over', ...outcome }
  const { error, error_description } = refusal || {}
  if (error && (allowed || error !== 'access_denied'))
    ui.fail(fault('api', plain(error_description) || `The app is told that it gets no code: ${error}.`, { error_type: error }))
  else ui.emit(allowed ? 'OAUTH_AUTHORIZE_FLOW_COMPLETE' : 'OAUTH_AUTHORIZE_FLOW_CONSENT_DENIED', {})
  return next
}
