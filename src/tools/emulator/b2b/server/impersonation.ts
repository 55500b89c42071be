import * as v from 'valibot'
import type { ImpersonationLogIn } from '../impersonation.ts'
import type { ServerCalls } from './calls.ts'

/** Serves impersonation for a server. */
export const serveImpersonation = ({ call }: ServerCalls, { impersonate }: { impersonate: ImpersonationLogIn }) => {
  call('POST /impersonation/authenticate', v.object({ impersonation_token: v.string() }), ({ impersonation_token }) =>
    impersonate(impersonation_token, {}),
  )
}
