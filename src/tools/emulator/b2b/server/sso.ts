import * as v from 'valibot'
import { noBody } from '../../requests/fields.ts'
import {
  externalUpdate,
  newConnection,
  newExternalConnection,
  oidcUpdate,
  samlMetadata,
  samlUpdate,
  ssoToken,
  type StoredSamlConnection,
} from '../sso.ts'
import type { ServerCalls } from './calls.ts'
import type { MemberParts } from '../parts.ts'

/** A SAML connection as servers see it: its keys have another name than in browsers. */
const connectionView = ({ saml_encryption_private_keys: encryption_private_keys, ...connection }: StoredSamlConnection) => ({
  ...connection,
  encryption_private_keys,
})
const showing = ({ connection }: { connection: StoredSamlConnection }) => ({ connection: connectionView(connection) })

/** Serves connections to identity providers for a server. */
export const serveSso = ({ managing, signingIn }: ServerCalls, { sso }: MemberParts) => {
  signingIn('POST /sso/authenticate', ssoToken, sso.authenticate)

  managing('GET /sso/:organization_id', noBody, (_, actor, organization) => {
    const { saml_connections, ...others } = sso.connectionsOf(actor, organization)
    return { saml_connections: saml_connections.map(connectionView), ...others }
  })
  managing('DELETE /sso/:organization_id/connections/:connection_id', noBody, (_, actor, organization, { connection_id = '' }) =>
    sso.remove(actor, organization, connection_id),
  )

  const of = (kind: string) => `/sso/${kind}/:organization_id/connections/:connection_id`
  managing('POST /sso/saml/:organization_id', newConnection, (body, actor, organization) =>
    showing(sso.createSaml(actor, organization, body)),
  )
  managing(`PUT ${of('saml')}`, samlUpdate, (body, actor, organization, { connection_id = '' }) =>
    showing(sso.updateSaml(actor, organization, connection_id, body)),
  )
  managing(`PUT ${of('saml')}/url`, samlMetadata, (_, actor, organization, { connection_id = '' }) =>
    showing(sso.updateSamlByUrl(actor, organization, connection_id)),
  )
  managing(
    `DELETE ${of('saml')}/verification_certificates/:certificate_id`,
    noBody,
    (_, actor, organization, { connection_id = '', certificate_id = '' }) =>
      sso.removeCertificate(actor, organization, connection_id, certificate_id),
  )
  managing(
    `DELETE ${of('saml')}/encryption_private_keys/:private_key_id`,
    noBody,
    (_, actor, organization, { connection_id = '', private_key_id = '' }) =>
      sso.removeKey(actor, organization, connection_id, private_key_id),
  )

  managing('POST /sso/oidc/:organization_id', newConnection, (body, actor, organization) => sso.createOidc(actor, organization, body))
  managing(`PUT ${of('oidc')}`, oidcUpdate, (body, actor, organization, { connection_id = '' }) =>
    sso.updateOidc(actor, organization, connection_id, body),
  )

  // a new connection has its roles under other names than in an update
  const { external_connection_implicit_role_assignments: ofConnection, external_group_implicit_role_assignments: ofGroups } =
    externalUpdate.entries
  const external = v.object({
    ...newExternalConnection.entries,
    connection_implicit_role_assignments: v.optional(ofConnection, []),
    group_implicit_role_assignments: v.optional(ofGroups, []),
  })
  managing('POST /sso/external/:organization_id', external, (body, actor, organization) => {
    const { connection_implicit_role_assignments, group_implicit_role_assignments, ...fields } = body
    return sso.createExternal(actor, organization, {
      ...fields,
      external_connection_implicit_role_assignments: connection_implicit_role_assignments,
      external_group_implicit_role_assignments: group_implicit_role_assignments,
    })
  })
  managing(`PUT ${of('external')}`, externalUpdate, (body, actor, organization, { connection_id = '' }) =>
    sso.updateExternal(actor, organization, connection_id, body),
  )
}
