import * as connectedApps from '../../api/connectedApps.ts'
import * as idp from '../../api/idp.ts'
import * as passwords from '../../api/passwords.ts'
import * as sessions from '../../api/sessions.ts'
import * as users from '../../api/users.ts'
import * as webauthn from '../../api/webauthn.ts'
import { expect } from './Nonconformity.ts'
import type { Call } from '../../api/call.ts'
import { appRequest } from './factorRules.ts'
import { duration, goodPassword, rules, signedOut, type Rule, type Situation } from './situation.ts'
import { createSoftwarePasskey } from './softwarePasskey.ts'
import type { Visitor } from './visitor.ts'

/** Somebody signs up with the address of somebody else. With `confirms` they get no session. */
const strangerWith = async ({ visitor, confirms, newEmail, message }: Situation) => {
  const [who, email, password] = [visitor(), newEmail(), goodPassword()]
  if (confirms) {
    await who.refused(passwords.create, { email, password, ...duration }, ['email_not_verified'])
    // the owner does not open it
    await message(email)
  } else await who.call(passwords.create, { email, password, ...duration })
  return { who, email, password }
}

/**
 * Sends a call for an address that nobody has proved. Resolves with its data, or undefined if the
 * bridge wants the proof first.
 */
const whileUnproven = async <Body, Result>(who: Visitor, call: Call<Body, Result>, body: Body) => {
  const { status, json, summary } = await who.send(call.route, body)
  expect(
    status === 200 || json.error_type === 'email_verification_required',
    `${summary}, but 200 or email_verification_required was expected`,
  )
  return json.data
}

/** What is left of an account from before its address was proved: nothing. */
export const proofRules: Rule[] = [
  ...rules(({ passwords, links, emailCodes }) => passwords && (links || emailCodes), {
    async 'a password and its session do not survive the proof of the address'(situation) {
      const { who, email, password } = await strangerWith(situation)
      const owner = await situation.prove(email)
      await who.refused(sessions.authenticate, {}, signedOut)
      await situation.visitor().refused(passwords.authenticate, { email, password, ...duration })
      await owner.call(sessions.authenticate, {})
    },
  }),

  ...rules(({ passwords, passkeys }) => passwords && passkeys, {
    async 'a passkey does not survive the proof of the address'(situation) {
      const { page, visitor } = situation
      const { who, email } = await strangerWith(situation)
      const passkey = await createSoftwarePasskey(page.origin)
      const start = { domain: page.hostname, user_agent: 'conformance', return_passkey_credential_options: true }
      const started = situation.confirms ? undefined : await whileUnproven(who, webauthn.registerStart, start)
      const public_key_credential = started && (await passkey.create(started.public_key_credential_creation_options))
      if (public_key_credential) await whileUnproven(who, webauthn.register, { public_key_credential, ...duration })
      const owner = await situation.prove(email)
      const { webauthn_registrations: left } = await owner.call(users.me)
      expect(left.length === 0, `The owner of the address still has a stranger's passkey: ${JSON.stringify(left)}`)
      if (!public_key_credential) return
      const { public_key_credential_request_options } = await visitor().call(
        webauthn.authenticateStart,
        { domain: page.hostname, return_passkey_credential_options: true },
        { params: { factor: 'primary' } },
      )
      const signed = await passkey.get(public_key_credential_request_options)
      await visitor().refused(webauthn.authenticate, { public_key_credential: signed, ...duration })
    },
  }),

  ...rules(({ passwords, consent }) => passwords && consent, {
    async 'a consent does not survive the proof of the address'(situation) {
      const { who, email } = await strangerWith(situation)
      const request = appRequest(await situation.offers.consent!())
      if (!situation.confirms && (await whileUnproven(who, idp.oauthAuthorizeStart, request)))
        await whileUnproven(who, idp.oauthAuthorizeSubmit, { ...request, consent_granted: true })
      const owner = await situation.prove(email)
      const { connected_apps: left } = await owner.call(connectedApps.list)
      expect(left.length === 0, `A stranger's app still has access to the account of the address's owner: ${JSON.stringify(left)}`)
      const { consent_required } = await owner.call(idp.oauthAuthorizeStart, request)
      expect(consent_required === true, 'A consent from before the proof of the address counts after it')
    },
  }),

  ...rules(({ passwords }) => typeof passwords === 'object' && passwords.confirms, {
    async 'a confirmation in another browser keeps no password'({ visitor, newEmail, confirm }) {
      const [email, password] = [newEmail(), goodPassword()]
      await visitor().refused(passwords.create, { email, password, ...duration }, ['email_not_verified'])
      await confirm(email, visitor())
      await visitor().refused(passwords.authenticate, { email, password, ...duration })
    },
  }),
]
