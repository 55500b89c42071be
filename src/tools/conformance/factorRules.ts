import * as connectedApps from '../../api/connectedApps.ts'
import * as idp from '../../api/idp.ts'
import * as oauth from '../../api/oauth.ts'
import * as passwords from '../../api/passwords.ts'
import * as sessions from '../../api/sessions.ts'
import * as totps from '../../api/totps.ts'
import * as userChanges from '../../api/userChanges.ts'
import * as users from '../../api/users.ts'
import * as webauthn from '../../api/webauthn.ts'
import { expect } from './Nonconformity.ts'
import type { ConnectedApp } from './host.ts'
import { createSoftwarePasskey } from './softwarePasskey.ts'
import { duration, otherThan, rules, signedOut, type Rule, type Situation } from './situation.ts'
import type { Visitor } from './visitor.ts'

const start = { return_passkey_credential_options: true }

const withPasskey = async ({ signedIn, page }: Situation) => {
  const { who } = await signedIn()
  const passkey = await createSoftwarePasskey(page.origin)
  const { public_key_credential_creation_options: options } = await who.call(webauthn.registerStart, {
    domain: page.hostname,
    user_agent: 'conformance',
    ...start,
  })
  const { user_id } = await who.call(webauthn.register, { public_key_credential: await passkey.create(options), ...duration })
  return { who, passkey, user_id: user_id as string }
}

const optionsFor = async (who: Visitor, domain: string): Promise<string> =>
  (await who.call(webauthn.authenticateStart, { domain, ...start }, { params: { factor: 'primary' } }))
    .public_key_credential_request_options

const wrongPasskey = ['unable_to_auth_webauthn_registration', 'webauthn_registration_not_found', 'invalid_public_key_credential']

const passkeyRules = rules(({ passkeys }) => passkeys, {
  async 'a passkey signs in'(situation) {
    const { visitor, page } = situation
    const { passkey, user_id } = await withPasskey(situation)
    const who = visitor()
    const data = await who.call(webauthn.authenticate, {
      public_key_credential: await passkey.get(await optionsFor(who, page.hostname)),
      ...duration,
    })
    expect(data.user_id === user_id, 'The passkey signs in as somebody else')
    await who.call(sessions.authenticate, {})
  },

  async 'only a session can create a passkey'({ visitor, page }) {
    await visitor().refused(webauthn.registerStart, { domain: page.hostname, user_agent: 'conformance', ...start }, signedOut)
  },

  async 'a passkey that does not sign the challenge is refused'(situation) {
    const { visitor, page } = situation
    const { passkey } = await withPasskey(situation)
    const who = visitor()
    const forged = await passkey.get(await optionsFor(who, page.hostname), { forged: true })
    await who.refused(webauthn.authenticate, { public_key_credential: forged, ...duration }, wrongPasskey)
    const stranger = await createSoftwarePasskey(page.origin)
    const unknown = await stranger.get(await optionsFor(who, page.hostname))
    await who.refused(webauthn.authenticate, { public_key_credential: unknown, ...duration }, wrongPasskey)
    await who.refused(sessions.authenticate, {}, signedOut)
  },

  async 'what a passkey has signed counts once'(situation) {
    const { visitor, page } = situation
    const { passkey } = await withPasskey(situation)
    const who = visitor()
    const public_key_credential = await passkey.get(await optionsFor(who, page.hostname))
    const cookie = who.cookie()
    await who.call(webauthn.authenticate, { public_key_credential, ...duration })
    await visitor().refused(webauthn.authenticate, { public_key_credential, ...duration }, [], { cookie })
  },

  async 'a user names and removes their passkeys, and nobody else does'(situation) {
    const { signedIn } = situation
    const { who } = await withPasskey(situation)
    const registrations = async () =>
      (await who.call(users.me)).webauthn_registrations as { webauthn_registration_id: string; name?: string }[]
    const [{ webauthn_registration_id: id } = { webauthn_registration_id: '' }] = await registrations()
    expect(id, 'The new passkey is not in webauthn_registrations')
    const { who: stranger } = await signedIn()
    await stranger.refused(webauthn.update, { name: 'Mine' }, [], { params: { webauthn_registration_id: id } })
    await stranger.refused(userChanges.deleteWebauthnRegistration, undefined, [], { params: { id } })
    await who.call(webauthn.update, { name: 'Key ring' }, { params: { webauthn_registration_id: id } })
    const [renamed] = await registrations()
    expect(renamed?.name === 'Key ring', `The name of the passkey was not kept: ${JSON.stringify(renamed)}`)
    await who.call(userChanges.deleteWebauthnRegistration, undefined, { params: { id } })
    expect((await registrations()).length === 0, 'The passkey that was removed is still there')
  },
})

const openStart = (who: Visitor, { host, page, offers }: Situation, referer: string, site: string) => {
  const path = oauth.startRules.route.replace('GET ', '').replace(':provider', offers.socialSignIn!.provider)
  const query = new URLSearchParams({ login_redirect_url: page.href, signup_redirect_url: page.href })
  return who.open(`${host.url}${path}?${query}`, { headers: { referer, 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' } })
}

const socialRules = rules(({ socialSignIn }) => socialSignIn, {
  async 'a visitor comes back from another provider signed in'(situation) {
    const { visitor, page, offers } = situation
    const who = visitor()
    const started = await openStart(who, situation, page.href, 'same-origin')
    const location = started.headers.get('location')
    expect(started.ok || location, `The start was answered with ${started.status}, but a page or a redirect was expected`)
    let at = await offers.socialSignIn!.signIn(location ? new URL(location, started.url || page).href : started.url)
    for (let step = 0; step < 10 && !/[?&](?:latchkey|stytch)_token_type=oauth/.test(at); step++) {
      const response = await who.open(at)
      const next = response.headers.get('location')
      expect(next, `${at.split('?')[0]} was answered with ${response.status}, but a redirect to the page was expected`)
      at = new URL(next, at).href
    }
    const back = new URL(at)
    expect(back.origin === page.origin, `The visitor came back to ${back.origin}, not to ${page.origin}`)
    const token = back.searchParams.get('token')!
    await visitor().refused(oauth.authenticate, { token: 'nothing', ...duration })
    const data = await who.call(oauth.authenticate, { token, ...duration })
    expect(data.user.providers?.length === 1, `The account is not in providers: ${JSON.stringify(data.user.providers)}`)
    await who.call(sessions.authenticate, {})
    await visitor().refused(oauth.authenticate, { token, ...duration })
  },

  async 'a page of another site starts no sign-in'(situation) {
    const response = await openStart(situation.visitor(), situation, 'https://evil.example/', 'cross-site')
    expect(response.status >= 400 && response.status < 500, `The start was answered with ${response.status}, but a refusal was expected`)
  },

  async 'a sign-in leads back to no other site'(situation) {
    const { visitor, host, page, offers } = situation
    const path = oauth.startRules.route.replace('GET ', '').replace(':provider', offers.socialSignIn!.provider)
    for (const evil of ['https://evil.example/', 'javascript:alert(1)']) {
      const query = new URLSearchParams({ login_redirect_url: evil, signup_redirect_url: evil })
      const response = await visitor().open(`${host.url}${path}?${query}`, {
        headers: { referer: page.href, 'sec-fetch-site': 'same-origin' },
      })
      expect(response.status >= 400 && response.status < 500, `A start that leads back to ${evil} was answered with ${response.status}`)
    }
  },
})

/** Sends a right first factor, and expects the question for the second one. */
const firstFactor = async ({ visitor, offers }: Situation, who = visitor(), user = offers.secondFactor!()) => {
  const { email, password, ...second } = await user
  const data = await who.call(passwords.authenticate, { email, password, ...duration })
  expect(data.second_factor_required === true, `A password alone signs in: ${JSON.stringify(data).slice(0, 300)}`)
  return { who, data, email, password, ...second }
}

const secondFactorRules = rules(({ secondFactor }) => secondFactor, {
  async 'a first factor alone is no session'(situation) {
    const { who, data } = await firstFactor(situation)
    expect(
      data.session === undefined && data.user === undefined,
      `The answer says whose password it is: ${JSON.stringify(data).slice(0, 300)}`,
    )
    expect(Array.isArray(data.methods) && data.methods.includes('totp'), `"methods" has no totp: ${JSON.stringify(data.methods)}`)
    await who.refused(sessions.authenticate, {}, signedOut)
    await who.refused(users.me, undefined, signedOut)
  },

  async 'the code of an app completes the log-in'(situation) {
    const { who, code } = await firstFactor(situation)
    const right = await code()
    await who.refused(totps.authenticate, { totp_code: otherThan(right), ...duration }, ['unable_to_authenticate_totp'])
    await who.refused(sessions.authenticate, {}, signedOut)
    await who.call(totps.authenticate, { totp_code: right, ...duration })
    await who.call(sessions.authenticate, {})
  },

  async 'a code of an app completes one log-in'(situation) {
    const { who, code, ...user } = await firstFactor(situation)
    const totp_code = await code()
    await who.call(totps.authenticate, { totp_code, ...duration })
    const again = situation.visitor()
    await firstFactor(situation, again, Promise.resolve({ ...user, code }))
    // RFC 6238, section 5.2
    await again.refused(totps.authenticate, { totp_code, ...duration })
    await again.refused(sessions.authenticate, {}, signedOut)
  },

  async 'a recovery code completes one log-in'(situation) {
    const { visitor } = situation
    const { who, recoveryCode, email, password, code } = await firstFactor(situation)
    await who.refused(totps.recover, { recovery_code: 'wrong-wrong', ...duration }, ['unable_to_authenticate_recovery_code'])
    await who.call(totps.recover, { recovery_code: recoveryCode, ...duration })
    await who.call(sessions.authenticate, {})
    const again = visitor()
    await firstFactor(situation, again, Promise.resolve({ email, password, code, recoveryCode }))
    await again.refused(totps.recover, { recovery_code: recoveryCode, ...duration }, ['unable_to_authenticate_recovery_code'])
  },

  async 'a code of an app counts for nothing without a first factor'({ visitor, offers }) {
    const { code, recoveryCode } = await offers.secondFactor!()
    await visitor().refused(totps.authenticate, { totp_code: await code(), ...duration })
    await visitor().refused(totps.recover, { recovery_code: recoveryCode, ...duration })
  },

  async 'a device that the visitor trusts is not asked again'(situation) {
    const { who, data, code, email, password } = await firstFactor(situation)
    if (data.trusted_device !== true) return
    await who.call(totps.authenticate, { totp_code: await code(), trust_device: true, ...duration })
    await who.call(sessions.revoke)
    const again = await who.call(passwords.authenticate, { email, password, ...duration })
    expect(again.second_factor_required === undefined, 'The device that is trusted was asked again')
    await firstFactor(situation, situation.visitor(), Promise.resolve({ email, password, code, recoveryCode: '' }))
  },
})

/** A verifier of PKCE and its challenge (RFC 7636, appendix B). */
const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const code_challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** Returns the request of an app for access. */
export const appRequest = ({ client_id, redirect_uri }: ConnectedApp) => ({
  client_id,
  redirect_uri,
  response_type: 'code',
  scopes: ['openid', 'email'],
  code_challenge,
})

/** Somebody who is signed in, and what an app asks them for. */
const asked = async ({ signedIn, offers }: Situation, more: { resources?: string[] } = {}) => {
  const [{ who }, app] = [await signedIn(), await offers.consent!()]
  const { code_challenge: challenge, ...usual } = appRequest(app)
  const request = { ...usual, ...more }
  const begin = () => who.call(idp.oauthAuthorizeStart, request)
  const decision = { ...request, state: 'the-state', code_challenge: challenge }
  const decide = async (consent_granted: boolean) =>
    new URL((await who.call(idp.oauthAuthorizeSubmit, { ...decision, consent_granted })).redirect_uri)
  return { who, app, request, begin, decide, decision }
}

const consentRules = rules(({ consent }) => consent, {
  async 'an app gets a code after the consent, and an error without it'(situation) {
    const { begin, decide, app } = await asked(situation)
    const started = await begin()
    expect(started.consent_required === true, 'An app that nobody has consented to needs no consent')
    expect(started.scope_results.length === 2, `scope_results are not those of the request: ${JSON.stringify(started.scope_results)}`)
    const denied = await decide(false)
    expect(denied.href.startsWith(app.redirect_uri), `A denial leads to ${denied.origin}, not to the app`)
    expect(denied.searchParams.get('error') === 'access_denied' && !denied.searchParams.has('code'), `A denial leads to ${denied.href}`)
    const allowed = await decide(true)
    expect(allowed.href.startsWith(app.redirect_uri), `A consent leads to ${allowed.origin}, not to the app`)
    expect(allowed.searchParams.has('code'), `A consent leads to ${allowed.href}, which has no code`)
    for (const { searchParams } of [denied, allowed])
      expect(searchParams.get('state') === 'the-state', `The app's state came back as ${searchParams.get('state')}`)
    expect((await begin()).consent_required === false, 'A consent that was given is asked for again')
  },

  async 'a consent leads to no other site'(situation) {
    const { who, decision } = await asked(situation)
    const evil = { ...decision, redirect_uri: 'https://evil.example/callback', consent_granted: true }
    await who.refused(idp.oauthAuthorizeSubmit, evil)
  },

  async 'a consent is asked only for a redirect URI of the app'(situation) {
    const { who, request } = await asked(situation)
    for (const redirect_uri of ['https://evil.example/callback', `${request.redirect_uri}/more`, `${request.redirect_uri}?more`])
      await who.refused(idp.oauthAuthorizeStart, { ...request, redirect_uri })
  },

  async 'an app that was removed gets nothing for a code that it has'(situation) {
    const { who, app, begin, decide } = await asked(situation)
    if (!app.redeem) return
    const redeem = async (to: URL) => app.redeem!(to.searchParams.get('code')!, code_verifier, app.redirect_uri, app.client_id)
    await begin()
    expect(await redeem(await decide(true)), 'The app got no tokens for its code')
    const early = await decide(true)
    const [connected] = (await who.call(connectedApps.list)).connected_apps as { connected_app_id: string }[]
    await who.call(connectedApps.revoke, undefined, { params: { id: connected!.connected_app_id } })
    expect(!(await redeem(early)), 'The app that was removed got tokens for a code that it had')
  },

  async 'after a log-out no app gets a code without a log-in'(situation) {
    const { who, app, begin, decide, decision } = await asked(situation)
    if (!app.authorize) return
    await begin()
    await decide(true)
    /** Opens the app's request, and returns where the visitor comes to at the app. */
    const openRequest = async (prompt?: string): Promise<URL | undefined> => {
      let at = new URL(app.authorize!)
      const { client_id, redirect_uri, response_type, scopes, state } = decision
      const usual = {
        client_id,
        redirect_uri,
        response_type,
        state,
        scope: scopes.join(' '),
        code_challenge,
        code_challenge_method: 'S256',
      }
      at.search = new URLSearchParams({ ...usual, ...(prompt && { prompt }) }).toString()
      for (let step = 0; step < 10 && !at.href.startsWith(app.redirect_uri); step++) {
        const location = (await who.open(at)).headers.get('location')
        if (!location) return undefined
        at = new URL(location, at)
      }
      return at
    }
    // a provider may begin a session of its own here
    for (const prompt of ['none', undefined]) await openRequest(prompt)
    await who.call(sessions.revoke)
    for (const prompt of ['none', undefined]) {
      const back = await openRequest(prompt)
      expect(!back?.searchParams.has('code'), `After a log-out the app got a code: ${back?.href}`)
    }
  },

  async 'an app that nobody knows is refused'(situation) {
    const { who, request } = await asked(situation)
    await who.refused(idp.oauthAuthorizeStart, { ...request, client_id: 'nobody' })
  },

  async 'only a session can consent'(situation) {
    const { decision, request } = await asked(situation)
    const stranger = situation.visitor()
    await stranger.refused(idp.oauthAuthorizeStart, request, signedOut)
    await stranger.refused(idp.oauthAuthorizeSubmit, { ...decision, consent_granted: true }, signedOut)
  },

  async 'a user sees the apps that have access, and takes it back'(situation) {
    const { who, begin, decide } = await asked(situation)
    await begin()
    await decide(true)
    const apps = async () => (await who.call(connectedApps.list)).connected_apps as { connected_app_id: string }[]
    const [app, ...more] = await apps()
    expect(app && more.length === 0, 'The app is not in connected_apps')
    const stranger = (await situation.signedIn()).who
    expect((await stranger.call(connectedApps.list)).connected_apps.length === 0, 'Somebody else sees the app')
    await who.call(connectedApps.revoke, undefined, { params: { id: app.connected_app_id } })
    expect((await apps()).length === 0, 'The app that was removed is still in connected_apps')
    expect((await begin()).consent_required === true, 'The app that was removed needs no consent')
  },
})

/** Consent to the use of an app's access at other servers (RFC 8707). */
const resourceRules = rules(({ consent, resources }) => consent && resources, {
  async 'a consent is for the servers that the app has asked for, and no more'(situation) {
    const [one, other] = situation.offers.resources!
    const { who, request, decision, begin, decide } = await asked(situation, { resources: [one] })
    await begin()
    const allowed = await decide(true)
    expect(allowed.searchParams.has('code'), `A consent for ${one} leads to ${allowed.href}, which has no code`)
    expect((await begin()).consent_required === false, `A consent for ${one} is asked for again`)
    const { connected_apps } = await who.call(connectedApps.list)
    // a bridge need not say where an app uses its access
    const { resources = [one] } = connected_apps[0] ?? {}
    expect(Array.isArray(resources) && resources.join() === one, `The app's resources are not ${one}: ${JSON.stringify(resources)}`)
    for (const asksFor of [[other], [one, other]]) {
      const { consent_required } = await who.call(idp.oauthAuthorizeStart, { ...request, resources: asksFor })
      expect(consent_required === true, `A consent for ${one} counts for ${asksFor.join(' and ')}`)
    }
    const both = { ...decision, resources: [one, other], consent_granted: true }
    const more = new URL((await who.call(idp.oauthAuthorizeSubmit, both)).redirect_uri)
    expect(more.searchParams.has('code'), `A consent for both leads to ${more.href}, which has no code`)
    expect((await begin()).consent_required === false, 'A consent for two servers does not count for one of them')
  },

  async 'an address that can be no server gets no code'(situation) {
    // RFC 8707, section 2: an absolute URI without a fragment
    for (const resource of [`${situation.offers.resources![0]}#fragment`, 'no address']) {
      const { who, decision } = await asked(situation, { resources: [resource] })
      const { json } = await who.send(idp.oauthAuthorizeSubmit.route, { ...decision, consent_granted: true })
      const to: string | undefined = json.data?.redirect_uri
      expect(!to || !new URL(to).searchParams.has('code'), `A consent for ${resource} leads to ${to}`)
    }
  },
})

/** What comes beside links, codes and passwords. */
export const factorRules: Rule[] = [...passkeyRules, ...socialRules, ...secondFactorRules, ...consentRules, ...resourceRules]
