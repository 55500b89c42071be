import * as v from 'valibot'
import { appCode, type AuthenticatorLogIns } from '../secondFactors.ts'
import { totpExpiration, totpSecret } from '../../totps.ts'
import { bearer as sessionNames } from '../../server/sessionNames.ts'
import type { ServerCalls } from './calls.ts'
import { provingMember, settingUp, type MemberOf } from './secondFactorMembers.ts'
import type { Organizations } from '../organizations.ts'

interface Needs {
  organizations: Organizations
  authenticatorLogIns: AuthenticatorLogIns
  memberOf: MemberOf
}

/** Serves authenticator apps for a server. */
export const serveTotps = ({ call, bearerOf, signingIn }: ServerCalls, { organizations, authenticatorLogIns, memberOf }: Needs) => {
  call('POST /totp', v.object({ ...settingUp, ...sessionNames, expiration_minutes: v.optional(totpExpiration) }), async (body) =>
    authenticatorLogIns.create(memberOf.settingUp(body, await bearerOf(body), 'totp'), body.expiration_minutes),
  )
  signingIn('POST /totp/authenticate', v.object({ ...provingMember, ...appCode.entries }), (body, bearer) =>
    authenticatorLogIns.authenticate(memberOf.proving(body, bearer), body, bearer),
  )

  const migration = v.object({
    organization_id: v.string(),
    member_id: v.string(),
    secret: totpSecret,
    recovery_codes: v.optional(v.array(v.string()), []),
  })
  call('POST /totp/migrate', migration, ({ organization_id, member_id, ...app }) =>
    authenticatorLogIns.migrate(organizations.members.required(organizations.required(organization_id).organization_id, member_id), app),
  )
}
