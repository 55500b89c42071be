import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { base64url } from 'jose'
import * as v from 'valibot'
import * as api from '../../../api/webauthn.ts'
import type { User, WebauthnRegistration } from '../../../api/entities.ts'
import { isLoopbackName } from '../../../api/loopback.ts'
import { requireProvenEmail } from './emailProofs.ts'
import { createExpiring, type Expiring } from '../state/expiring.ts'
import { optionalText, sessionDuration } from '../requests/fields.ts'
import type { Passkeys } from './passkeys.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import type { BaseParts } from '../baseParts.ts'

/**
 * The time limit in the options for the browser, in milliseconds. A challenge is valid for as long.
 */
const TIMEOUT = 300_000

/** The fields of a request to create a passkey. */
export const registrationFields = {
  domain: v.string(),
  authenticator_type: optionalText,
  return_passkey_credential_options: v.optional(v.boolean()),
  override_id: optionalText,
  override_name: optionalText,
  override_display_name: optionalText,
  use_base64_url_encoding: v.optional(v.boolean()),
}

/** The fields of a request to log in with a passkey. */
export const authenticationFields = {
  domain: v.string(),
  return_passkey_credential_options: v.optional(v.boolean()),
  use_base64_url_encoding: v.optional(v.boolean()),
}

type RegistrationStart = v.InferOutput<v.ObjectSchema<typeof registrationFields, undefined>> & { user_agent?: string }

const finish = v.object({ public_key_credential: v.string(), session_duration_minutes: v.optional(sessionDuration) })

/** The parts of the JSON within JSON that are read here. SimpleWebAuthn checks the rest. */
const credential = v.looseObject({
  id: v.pipe(v.string(), v.minLength(1)),
  rawId: v.string(),
  type: v.literal('public-key'),
  response: v.looseObject({ clientDataJSON: v.string(), userHandle: v.nullish(v.string()) }),
})

const clientData = v.looseObject({ challenge: v.string(), origin: v.string() })

const read = <Shape extends v.GenericSchema>(schema: Shape, json: () => string): v.InferOutput<Shape> => {
  try {
    return v.parse(schema, JSON.parse(json()))
  } catch {
    return refuse('invalid_public_key_credential')
  }
}

const isAttachment = (type: string | undefined) => type === 'platform' || type === 'cross-platform'

const fullName = ({ name: { first_name, middle_name, last_name } }: User) => [first_name, middle_name, last_name].filter(Boolean).join(' ')

/**
 * Whether a page of this origin can use credentials of this domain (WebAuthn, section 5.1.3, step
 * 8).
 */
const belongs = (origin: string, domain: string) => {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  const isSecure = protocol === 'https:' || isLoopbackName(hostname)
  return isSecure && (hostname === domain || hostname.endsWith(`.${domain}`))
}

export const createPasskeyLogIns = ({ clock, project, passkeys }: BaseParts & { passkeys: Passkeys }) => {
  /** By challenge: who registers, and with which user handle. */
  const registrations = createExpiring<{ domain: string; user: User; userAgent: string; type?: string; handle: string }>(clock)
  /** By challenge. Without a user, any passkey can be used. */
  const authentications = createExpiring<{ domain: string; user?: User }>(clock)

  /**
   * Returns the response, what is known about its challenge, and the expected values. Each
   * challenge can be used for one attempt.
   */
  const readResponse = <Ceremony extends { domain: string }>(json: string, challenges: Expiring<Ceremony>) => {
    const response = read(credential, () => json)
    const { challenge, origin } = read(clientData, () => new TextDecoder().decode(base64url.decode(response.response.clientDataJSON)))
    const ceremony = challenges.find(challenge) ?? refuse('unable_to_auth_webauthn_registration')
    const { domain } = ceremony
    challenges.spend(challenge)
    if (!belongs(origin, domain)) refuse('unable_to_auth_webauthn_registration')
    return {
      response: response as unknown,
      id: response.id,
      userHandle: response.response.userHandle,
      ceremony,
      expectations: {
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: domain,
        requireUserVerification: project.webauthn_user_verification === 'required',
      },
    }
  }

  const proofOf = ({ webauthn_registration_id, domain, user_agent }: WebauthnRegistration) => ({
    type: 'webauthn_registration',
    delivery_method: 'webauthn_registration',
    webauthn_factor: { webauthn_registration_id, domain, user_agent },
  })

  /** SimpleWebAuthn throws for every defect; the provider does not say which one it was. */
  const requireVerified = async <Outcome extends { verified: boolean }>(outcome: Promise<Outcome>): Promise<Outcome> => {
    const result = await outcome.catch(() => undefined)
    return result?.verified ? result : refuse('unable_to_auth_webauthn_registration')
  }

  return {
    /** Returns what a browser needs to create a passkey of this user. */
    startRegistration: async (user: User, body: RegistrationStart) => {
      const { domain, authenticator_type, return_passkey_credential_options: passkey } = body
      const name = body.override_name ?? user.emails[0]?.email ?? user.phone_numbers[0]?.phone_number ?? user.user_id
      const options = await generateRegistrationOptions({
        rpName: project.project_name ?? domain,
        rpID: domain,
        userID: new TextEncoder().encode(body.override_id ?? user.user_id),
        userName: name,
        userDisplayName: body.override_display_name ?? (fullName(user) || name),
        timeout: TIMEOUT,
        attestationType: 'none',
        excludeCredentials: passkeys.of(user, domain),
        authenticatorSelection: {
          residentKey: passkey ? 'required' : 'preferred',
          userVerification: project.webauthn_user_verification,
          ...(isAttachment(authenticator_type) && { authenticatorAttachment: authenticator_type }),
        },
      })
      registrations.put(
        options.challenge,
        { domain, user, userAgent: body.user_agent ?? '', type: authenticator_type, handle: options.user.id },
        TIMEOUT / 60_000,
      )
      return { user_id: user.user_id, public_key_credential_creation_options: JSON.stringify(options) }
    },

    /** Adds the passkey that a browser has created to this user, who must be the one who began. */
    register: async (user: User, public_key_credential: string) => {
      const {
        response,
        ceremony: { domain, user: registering, userAgent, type = '', handle },
        expectations,
      } = readResponse(public_key_credential, registrations)
      if (registering !== user) refuse('unable_to_auth_webauthn_registration')
      const verify = (requireUserPresence: boolean) =>
        verifyRegistrationResponse({ response: response as RegistrationResponseJSON, ...expectations, requireUserPresence })
      // The request does not say that a browser has created a passkey without a question. Only such
      // a one has neither flag.
      const outcome = verify(true).catch(async (cause) => {
        if (project.webauthn_user_presence === 'required') throw cause
        const retry = await verify(false)
        if (retry.registrationInfo?.userVerified) throw cause
        return retry
      })
      const { registrationInfo } = await requireVerified(outcome)
      const registration = passkeys.add(
        user,
        registrationInfo!.credential,
        { domain, user_agent: userAgent, authenticator_type: type },
        handle,
      )
      const { webauthn_registration_id } = registration
      return { user, proof: proofOf(registration), answer: { webauthn_registration_id } }
    },

    /** Returns what a browser needs to log in with a passkey: of this user, or any. */
    startAuthentication: async (domain: string, user: User | undefined) => {
      const options = await generateAuthenticationOptions({
        rpID: domain,
        timeout: TIMEOUT,
        userVerification: project.webauthn_user_verification,
        allowCredentials: passkeys.of(user, domain),
      })
      authentications.put(options.challenge, { domain, user }, TIMEOUT / 60_000)
      return { public_key_credential_request_options: JSON.stringify(options) }
    },

    /** Takes the response of a passkey. */
    authenticate: async (public_key_credential: string) => {
      const { response, id, userHandle, ceremony, expectations } = readResponse(public_key_credential, authentications)
      const passkey = passkeys.withId(id)
      if (!passkey?.key) return refuse('webauthn_registration_not_found')
      // WebAuthn, section 7.2, steps 5 and 6: it must be one of the requested credentials, and must
      // belong to the user that it names.
      if (ceremony.user && passkey.user !== ceremony.user) refuse('unable_to_auth_webauthn_registration')
      if (userHandle && passkey.handle !== undefined && userHandle !== passkey.handle) refuse('unable_to_auth_webauthn_registration')
      const { authenticationInfo } = await requireVerified(
        verifyAuthenticationResponse({ response: response as AuthenticationResponseJSON, credential: passkey.key, ...expectations }),
      )
      const { user, registration } = passkey
      passkeys.count(registration, authenticationInfo.newCounter)
      const { webauthn_registration_id } = registration
      return { user, proof: proofOf(registration), answer: { webauthn_registration_id } }
    },

    /** Gives a passkey another name. It must belong to one of these users. */
    rename: (user: User | undefined, webauthn_registration_id: string | undefined, name: string) => {
      const registration =
        user?.webauthn_registrations.find((entry) => entry.webauthn_registration_id === webauthn_registration_id) ??
        refuse('webauthn_registration_not_found')
      registration.name = name
      return { webauthn_registration: registration }
    },
  }
}

export type PasskeyLogIns = ReturnType<typeof createPasskeyLogIns>

export const serveWebauthn = ({ on }: Router, { project, sessions, passkeyLogIns }: BaseParts & { passkeyLogIns: PasskeyLogIns }) => {
  const proven = (user: User) => {
    requireProvenEmail(project, user)
    return user
  }

  on(api.registerStart, v.object({ ...registrationFields, user_agent: v.string() }), (body, request) =>
    passkeyLogIns.startRegistration(proven(sessions.forChange(request).user), body),
  )

  on(api.register, finish, async ({ public_key_credential, session_duration_minutes }, request) => {
    const { user, proof, answer } = await passkeyLogIns.register(proven(sessions.require(request).user), public_key_credential)
    return { ...answer, ...(await sessions.signIn(request, user, proof, session_duration_minutes)) }
  })

  on(api.authenticateStart, v.object(authenticationFields), ({ domain }, request) =>
    passkeyLogIns.startAuthentication(domain, sessions.secondary(request)),
  )

  on(api.authenticate, v.required(finish), async ({ public_key_credential, session_duration_minutes }, request) => {
    const { user, proof, answer } = await passkeyLogIns.authenticate(public_key_credential)
    return { ...answer, ...(await sessions.signIn(request, user, proof, session_duration_minutes)) }
  })

  on(api.update, v.object({ name: v.string() }), ({ name }, request) =>
    passkeyLogIns.rename(sessions.forChange(request).user, request.params.webauthn_registration_id, name),
  )
}
