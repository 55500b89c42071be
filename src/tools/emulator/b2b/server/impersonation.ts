import * as v from 'valibot'
import type { ServerCalls } from './calls.ts'
import type { MemberParts } from '../parts.ts'

export const serveImpersonation = ({ call }: ServerCalls, { impersonate }: MemberParts) => {
  call('POST /impersonation/authenticate', v.object({ impersonation_token: v.string() }), ({ impersonation_token }) =>
    impersonate(impersonation_token, {}),
  )
}
