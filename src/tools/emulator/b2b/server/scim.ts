import * as v from 'valibot'
import { noBody } from '../../requests/fields.ts'
import { newScimConnection, scimUpdate } from '../scim.ts'
import type { ServerCalls } from './calls.ts'
import type { MemberParts } from '../parts.ts'

export const serveScim = ({ managing }: ServerCalls, { scim }: MemberParts) => {
  const all = '/scim/:organization_id/connection'
  const one = `${all}/:connection_id`

  managing(`POST ${all}`, newScimConnection, (body, actor, organization) => scim.create(actor, organization, body))
  managing(`GET ${all}`, noBody, (_, actor, organization) => scim.get(actor, organization))
  managing(`PUT ${one}`, scimUpdate, (body, actor, organization, { connection_id = '' }) =>
    scim.update(actor, organization, connection_id, body),
  )
  managing(`DELETE ${one}`, noBody, (_, actor, organization, { connection_id = '' }) => scim.remove(actor, organization, connection_id))
  managing(`GET ${one}`, v.looseObject({}), (_, actor) => scim.groups(actor))
  for (const [step, name] of [
    ['start', 'rotateStart'],
    ['complete', 'rotateComplete'],
    ['cancel', 'rotateCancel'],
  ] as const) {
    managing(`POST ${one}/rotate/${step}`, noBody, (_, actor, organization, { connection_id = '' }) =>
      scim[name](actor, organization, connection_id),
    )
  }
}
