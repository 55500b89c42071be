import * as v from 'valibot'
import { refuse } from '../../requests/refusal.ts'
import { choice, newOrganization } from '../discovery.ts'
import { organizationUpdate } from '../organizationFields.ts'
import { sessionNames } from '../../server/sessionNames.ts'
import type { ServerCalls } from './calls.ts'
import { ofServers } from './organizations.ts'
import type { MemberParts } from '../parts.ts'

/**
 * Serves discovery for a server: which organizations a visitor can join or enter, and their choice
 * of one.
 */
export const serveDiscovery = ({ call, sessionOf, signingIn }: ServerCalls, { discovery }: MemberParts) => {
  const intermediate = v.optional(v.string())

  call(
    'POST /discovery/organizations',
    v.object({ ...sessionNames, intermediate_session_token: intermediate }),
    async ({ intermediate_session_token, ...session }) => {
      const current = await sessionOf(session)
      if (current && intermediate_session_token !== undefined) refuse('too_many_session_arguments')
      if (!current && intermediate_session_token === undefined) refuse('no_session_arguments')
      return discovery.list(intermediate_session_token, { sessionToken: current?.token })
    },
  )

  const { rbac_email_implicit_role_assignments } = organizationUpdate
  signingIn(
    'POST /discovery/organizations/create',
    v.object({ ...newOrganization.entries, ...ofServers, rbac_email_implicit_role_assignments, intermediate_session_token: v.string() }),
    (body, bearer) => discovery.createOrganization(body, bearer, true),
  )

  signingIn(
    'POST /discovery/intermediate_sessions/exchange',
    v.object({ ...choice.entries, intermediate_session_token: v.string() }),
    discovery.choose,
  )
}
