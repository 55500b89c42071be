import type { Core } from '../../client/core.ts'
import { idp } from '../../client/idp.ts'
import { authorizeParams } from '../../client/idpParams.ts'
import type { Ui } from '../../ui/context.ts'
import type { ConsentStep } from '../../ui/map.ts'
import { back } from './back.ts'
import { fault } from './fault.ts'
import { clientName, projectName } from './names.ts'
import { hostOptions } from './parts.ts'
import { defaultItems } from './scopes.ts'
import type { NextStep, Step } from './step.ts'
import type { Words } from './words.ts'

/** Asks the server whether there is a session: a cached one may be over. Throws where nobody is signed in. */
async function checkSession({ engine, status }: Core, t: Words): Promise<void> {
  try {
    await (await (await engine()).life()).authenticate()
  } catch (error) {
    // an answer of the server's about nobody's session; what else may go wrong says that it could not be asked
    throw (error as { status_code: number }).status_code < 500 && !status.now.session
      ? fault('no_current_session', t('idpConsent.noActiveSession'))
      : error
  }
}

/** Looks at an authorization request: whether there is a session, who asks for what, and whether the visitor is to be asked (spec section 4). */
export async function authorize(ui: Ui, t: Words, query: URLSearchParams, by: ConsentStep['by']): Promise<NextStep> {
  const { core, emit } = ui
  const request = authorizeParams(query)
  const { client_id, redirect_uri, response_type, scopes, prompt } = request
  const settings = (await core.engine()).known()
  const host = by.authTokenParams || by.getIDPConsentManifest ? await hostOptions.load() : undefined
  await (by.authTokenParams ? host!.attest(core, by) : checkSession(core, t))
  // whom the question below is about: another may be signed in by the time it is asked
  const session_id = core.status.now.session?.session_id
  emit('OAUTH_AUTHORIZE_FLOW_START', { client_id, redirect_uri, scope: scopes.join(' ') })
  const { consent_required, client, scope_results } = await idp(core).oauthAuthorizeStart({
    client_id,
    redirect_uri,
    response_type,
    scopes,
    prompt,
  })
  // nobody was asked, which is what the provider is told
  if (!consent_required) return submit(ui, t, request, false, true)

  const name = clientName(client.client_name, redirect_uri, t)
  const bootstrap = (await settings) || core.bootstrap
  const asked = (granted: boolean) =>
    scope_results.filter((result) => result && !!result.is_grantable === granted).map(({ scope }) => scope)
  const described = (scope: string) =>
    [bootstrap.rbacPolicy?.scopes, scope_results].flat().find((entry) => entry?.scope === scope && entry.description)?.description
  const grantable = asked(true)
  const header = t('idpConsent.allowClientTo', { clientName: name })
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

/** Hands in a decision, tells the host, and says where the visitor goes: back to the app, if the provider says so (row 12). */
export async function submit(
  ui: Ui,
  t: Words,
  request: Step<'consent'>['request'],
  consent_granted: boolean,
  allowed = consent_granted,
): Promise<NextStep> {
  const { redirect_uri } = await idp(ui.core).oauthAuthorizeSubmit({ ...request, consent_granted })
  const outcome = { title: t(allowed ? 'success.title' : 'idpConsent.denied'), success: allowed }
  const next: NextStep = redirect_uri ? back(t, redirect_uri, request.redirect_uri, outcome) : { step: 'over', ...outcome }
  ui.emit(allowed ? 'OAUTH_AUTHORIZE_FLOW_COMPLETE' : 'OAUTH_AUTHORIZE_FLOW_CONSENT_DENIED', {})
  return next
}
