import * as v from 'valibot'
import { noBody } from '../../fields.ts'
import type { Organizations } from '../organizations.ts'
import type { AuthenticatorLogIns } from '../secondFactors.ts'
import type { ServerCalls } from './calls.ts'
import { provingMember, type MemberOf } from './secondFactorMembers.ts'

interface Needs {
  organizations: Organizations
  authenticatorLogIns: AuthenticatorLogIns
  memberOf: MemberOf
}

/** Serves recovery codes for a server. */
export const serveRecoveryCodes = ({ call, managing, signingIn }: ServerCalls, { organizations, authenticatorLogIns, memberOf }: Needs) => {
  const { members } = organizations

  signingIn('POST /recovery_codes/recover', v.object({ ...provingMember, recovery_code: v.string() }), (body, bearer) =>
    authenticatorLogIns.recover(memberOf.proving(body, bearer), body, bearer),
  )
  managing('GET /recovery_codes/:organization_id/:member_id', noBody, (_, _actor, { organization_id }, { member_id = '' }) =>
    authenticatorLogIns.codesOf(members.required(organization_id, member_id)),
  )
  call('POST /recovery_codes/rotate', v.object({ organization_id: v.string(), member_id: v.string() }), ({ organization_id, member_id }) =>
    authenticatorLogIns.rotateCodes(members.required(organizations.required(organization_id).organization_id, member_id)),
  )
}
