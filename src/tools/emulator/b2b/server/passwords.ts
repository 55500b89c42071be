import * as v from 'valibot'
import { emailAddress, phoneNumber } from '../../requests/fields.ts'
import { metadata } from '../../state/metadata.ts'
import { hashFields, readHash } from '../../methods/passwordHashes.ts'
import { refuse } from '../../requests/refusal.ts'
import {
  discoveryPassword,
  discoveryPasswordReset,
  discoveryResetRequest,
  memberPassword,
  passwordChange,
  passwordReset,
  resetRequest,
  strengthQuestion,
} from '../passwords.ts'
import type { ServerCalls } from './calls.ts'
import type { MemberParts } from '../parts.ts'

export const servePasswords = (
  { call, signingIn, actorOf, checkTenant }: ServerCalls,
  { organizations, administration, passwordLogIns }: MemberParts,
) => {
  call('POST /passwords/strength_check', strengthQuestion, passwordLogIns.strength)
  signingIn('POST /passwords/authenticate', memberPassword, passwordLogIns.authenticate)
  call('POST /passwords/email/reset/start', resetRequest, passwordLogIns.sendReset)
  signingIn('POST /passwords/email/reset', passwordReset, passwordLogIns.reset)
  signingIn('POST /passwords/existing_password/reset', passwordChange, passwordLogIns.change)

  signingIn('POST /passwords/session/reset', v.object({ organization_id: v.string(), password: v.string() }), (body, bearer) => {
    if (bearer.sessionToken === undefined) refuse('no_session_arguments')
    return passwordLogIns.setInSession(body, bearer)
  })

  const resetDemand = v.object({ email_address: emailAddress, organization_id: v.optional(v.string()), member_id: v.optional(v.string()) })
  call('POST /passwords/email/require_reset', resetDemand, async ({ email_address, organization_id }, request) => {
    const actor = await actorOf(request)
    const organization = organization_id === undefined ? undefined : organizations.require(organization_id)
    if (organization) checkTenant(actor, organization)
    return passwordLogIns.requireReset(actor, organization ?? actor?.organization, email_address)
  })

  const migration = v.object({
    ...hashFields,
    organization_id: v.string(),
    email_address: emailAddress,
    name: v.optional(v.string()),
    trusted_metadata: metadata,
    untrusted_metadata: metadata,
    roles: v.optional(v.array(v.string())),
    preserve_existing_sessions: v.optional(v.boolean()),
    mfa_phone_number: v.optional(phoneNumber),
    set_phone_number_verified: v.optional(v.boolean()),
    external_id: v.optional(v.string()),
  })
  call('POST /passwords/migrate', migration, (body) => {
    const hash = readHash(body)
    const { email_address, name, trusted_metadata, untrusted_metadata, roles, preserve_existing_sessions, ...more } = body
    const { mfa_phone_number, set_phone_number_verified, external_id } = more
    return administration.migrate(organizations.require(body.organization_id), hash, {
      email_address,
      name,
      trusted_metadata,
      untrusted_metadata,
      roles,
      preserve_existing_sessions,
      mfa_phone_number,
      set_phone_number_verified,
      external_id,
    })
  })

  call('POST /passwords/discovery/authenticate', discoveryPassword, passwordLogIns.authenticateDiscovery)
  call('POST /passwords/discovery/email/reset/start', discoveryResetRequest, passwordLogIns.sendDiscoveryReset)
  call('POST /passwords/discovery/email/reset', discoveryPasswordReset, passwordLogIns.resetDiscovery)
}
