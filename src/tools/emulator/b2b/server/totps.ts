import * as v from 'valibot'
import { whoSignsIn } from '../sessions.ts'
import { appCode } from '../secondFactors.ts'
import { totpExpiration, totpSecret } from '../../methods/totps.ts'
import { sessionNames } from '../../server/sessionNames.ts'
import { memberNames, type ServerCalls } from './calls.ts'
import type { MemberParts } from '../parts.ts'
import type { MemberOf } from './secondFactorMembers.ts'

export const serveTotps = (
  { call, bearerOf, requireMember, signingIn }: ServerCalls,
  { authenticatorLogIns, memberOf }: MemberParts & { memberOf: MemberOf },
) => {
  call('POST /totp', v.object({ ...whoSignsIn, ...sessionNames, expiration_minutes: v.optional(totpExpiration) }), async (body) =>
    authenticatorLogIns.create(memberOf.settingUp(body, await bearerOf(body), 'totp'), body.expiration_minutes),
  )
  signingIn('POST /totp/authenticate', v.object({ ...whoSignsIn, ...appCode.entries }), (body, bearer) =>
    authenticatorLogIns.authenticate(memberOf.proving(body, bearer), body, bearer),
  )

  const migration = v.object({ ...memberNames, secret: totpSecret, recovery_codes: v.optional(v.array(v.string()), []) })
  call('POST /totp/migrate', migration, (body) => authenticatorLogIns.migrate(requireMember(body), body))
}
