import * as v from 'valibot'
import { noBody } from '../../requests/fields.ts'
import { whoSignsIn } from '../sessions.ts'
import { memberNames, type ServerCalls } from './calls.ts'
import type { MemberParts } from '../parts.ts'
import type { MemberOf } from './secondFactorMembers.ts'

export const serveRecoveryCodes = (
  { call, managing, requireMember, signingIn }: ServerCalls,
  { authenticatorLogIns, memberOf }: MemberParts & { memberOf: MemberOf },
) => {
  signingIn('POST /recovery_codes/recover', v.object({ ...whoSignsIn, recovery_code: v.string() }), (body, bearer) =>
    authenticatorLogIns.recover(memberOf.proving(body, bearer), body, bearer),
  )
  managing('GET /recovery_codes/:organization_id/:member_id', noBody, (_, { organization, params }) =>
    authenticatorLogIns.codesOf(requireMember({ organization_id: organization.organization_id, member_id: params.member_id ?? '' })),
  )
  call('POST /recovery_codes/rotate', v.object(memberNames), (names) => authenticatorLogIns.rotateCodes(requireMember(names)))
}
