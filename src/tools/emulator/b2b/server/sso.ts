import * as v from 'valibot'
import { noBody } from '../../requests/fields.ts'
import type { MemberParts } from '../parts.ts'
import { ssoToken } from '../sso.ts'
import type { StoredSamlConnection } from '../ssoConnections.ts'
import { externalUpdate, newConnection, newExternalConnection, oidcUpdate, samlMetadata, samlUpdate } from '../ssoFields.ts'
import type { ServerCalls } from './calls.ts'

/** A SAML connection as servers see it: its keys have another name than in browsers. */
const connectionView = ({ saml_encryption_private_keys: encryption_private_keys, ...connection }: StoredSamlConnection) => ({
  ...connection,
  encryption_private_keys,
})
const showing = ({ connection }: { connection: StoredSamlConnection }) => ({ connection: connectionView(connection) })

/** Serves connections to identity providers for a server. */
export const serveSso = ({ managing, signingIn }: ServerCalls, { sso, ssoConnections }: MemberParts) => {
  signingIn('POST /sso/authenticate', ssoToken, sso.authenticate)

  managing('GET /sso/:organization_id', noBody, (_, call) => {
    const { saml_connections, ...others } = ssoConnections.connectionsOf(call)
    return { saml_connections: saml_connections.map(connectionView), ...others }
  })
  managing('DELETE /sso/:organization_id/connections/:connection_id', noBody, (_, call) => ssoConnections.remove(call))

  const of = (kind: string) => `/sso/${kind}/:organization_id/connections/:connection_id`
  managing('POST /sso/saml/:organization_id', newConnection, (body, call) => showing(ssoConnections.createSaml(call, body)))
  managing(`PUT ${of('saml')}`, samlUpdate, (body, call) => showing(ssoConnections.updateSaml(call, body)))
  managing(`PUT ${of('saml')}/url`, samlMetadata, (_, call) => showing(ssoConnections.updateSamlByUrl(call)))
  managing(`DELETE ${of('saml')}/verification_certificates/:certificate_id`, noBody, (_, call) => ssoConnections.removeCertificate(call))
  managing(`DELETE ${of('saml')}/encryption_private_keys/:private_key_id`, noBody, (_, call) => ssoConnections.removeKey(call))

  managing('POST /sso/oidc/:organization_id', newConnection, (body, call) => ssoConnections.createOidc(call, body))
  managing(`PUT ${of('oidc')}`, oidcUpdate, (body, call) => ssoConnections.updateOidc(call, body))

  // a new connection has its roles under other names than in an update
  const { external_connection_implicit_role_assignments: ofConnection, external_group_implicit_role_assignments: ofGroups } =
    externalUpdate.entries
  const external = v.object({
    ...newExternalConnection.entries,
    connection_implicit_role_assignments: v.optional(ofConnection, []),
    group_implicit_role_assignments: v.optional(ofGroups, []),
  })
  managing('POST /sso/external/:organization_id', external, (body, call) => {
    const { connection_implicit_role_assignments, group_implicit_role_assignments, ...fields } = body
    return ssoConnections.createExternal(call, {
      ...fields,
      external_connection_implicit_role_assignments: connection_implicit_role_assignments,
      external_group_implicit_role_assignments: group_implicit_role_assignments,
    })
  })
  managing(`PUT ${of('external')}`, externalUpdate, (body, call) => ssoConnections.updateExternal(call, body))
}
