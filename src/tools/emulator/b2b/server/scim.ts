import * as v from 'valibot'
import { noBody } from '../../requests/fields.ts'
import { newScimConnection, scimUpdate } from '../scim.ts'
import type { ServerCalls } from './calls.ts'
import type { MemberParts } from '../parts.ts'

export const serveScim = ({ managing }: ServerCalls, { scim }: MemberParts) => {
  const all = '/scim/:organization_id/connection'
  const one = `${all}/:connection_id`

  managing(`POST ${all}`, newScimConnection, (body, call) => scim.create(call, body))
  managing(`GET ${all}`, noBody, (_, call) => scim.get(call))
  managing(`PUT ${one}`, scimUpdate, (body, call) => scim.update(call, body))
  managing(`DELETE ${one}`, noBody, (_, call) => scim.remove(call))
  managing(`GET ${one}`, v.looseObject({}), (_, { actor }) => scim.groups(actor))
  for (const [step, name] of [
    ['start', 'rotateStart'],
    ['complete', 'rotateComplete'],
    ['cancel', 'rotateCancel'],
  ] as const) {
    managing(`POST ${one}/rotate/${step}`, noBody, (_, call) => scim[name](call))
  }
}
