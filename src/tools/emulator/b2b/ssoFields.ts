/** What servers and members may send about the connections of an organization. */
import * as v from 'valibot'
import { optionalText } from '../requests/fields.ts'

const mapping = v.optional(v.record(v.string(), v.string()))
const connectionRoles = v.optional(v.array(v.object({ role_id: v.string() })))
const groupRoles = v.optional(v.array(v.object({ role_id: v.string(), group: v.string() })))

export const newConnection = v.object({ display_name: optionalText, identity_provider: optionalText })
export const newExternalConnection = v.object({
  external_organization_id: v.string(),
  external_connection_id: v.string(),
  display_name: optionalText,
})

/** The fields of a SAML connection that can change. */
export const samlUpdate = v.object({
  display_name: optionalText,
  identity_provider: optionalText,
  idp_entity_id: optionalText,
  idp_sso_url: optionalText,
  attribute_mapping: mapping,
  x509_certificate: optionalText,
  signing_private_key: optionalText,
  saml_encryption_private_key: optionalText,
  saml_connection_implicit_role_assignments: connectionRoles,
  saml_group_implicit_role_assignments: groupRoles,
  alternative_audience_uri: optionalText,
  alternative_acs_url: optionalText,
  nameid_format: optionalText,
  idp_initiated_auth_disabled: v.optional(v.boolean()),
  allow_gateway_callback: v.optional(v.boolean()),
})
/** Where the metadata of a SAML identity provider is. */
export const samlMetadata = v.object({ metadata_url: v.string() })

/** The fields of an OpenID Connect connection that can change. */
export const oidcUpdate = v.object({
  display_name: optionalText,
  identity_provider: optionalText,
  issuer: optionalText,
  client_id: optionalText,
  client_secret: optionalText,
  authorization_url: optionalText,
  token_url: optionalText,
  userinfo_url: optionalText,
  jwks_url: optionalText,
  custom_scopes: optionalText,
  attribute_mapping: mapping,
})

/** The fields of a connection of another organization that can change. */
export const externalUpdate = v.object({
  display_name: optionalText,
  external_connection_implicit_role_assignments: connectionRoles,
  external_group_implicit_role_assignments: groupRoles,
})
