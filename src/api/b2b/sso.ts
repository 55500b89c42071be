import type { Answer } from '../entities.ts'
import { get, post, put, remove, signsIn } from './call.ts'
import type { MemberAuthentication, Open, Organization, SessionOptions } from './entities.ts'

/** What every connection to an identity provider has. */
export interface SsoConnection {
  organization_id: string
  connection_id: string
  status: Open<'active' | 'pending' | 'deactivated' | 'deleted'>
  display_name: string
}

/** A certificate (X.509); times are RFC 3339. */
export interface Certificate {
  certificate_id: string
  certificate: string
  issuer: string
  created_at: string
  expires_at: string
  updated_at: string
}

export interface SamlConnection extends SsoConnection {
  identity_provider: string
  acs_url: string
  audience_uri: string
  idp_entity_id: string
  idp_sso_url: string
  attribute_mapping: Record<string, string>
  signing_certificates: Certificate[]
  verification_certificates: Certificate[]
  saml_encryption_private_keys: { private_key_id: string; private_key: string; created_at: string }[]
  saml_connection_implicit_role_assignments: { role_id: string }[]
  saml_group_implicit_role_assignments: { role_id: string; group: string }[]
}

export interface OidcConnection extends SsoConnection {
  identity_provider: string
  redirect_url: string
  issuer: string
  client_id: string
  client_secret: string
  authorization_url: string
  token_url: string
  userinfo_url: string
  jwks_url: string
  /** What is asked for beside the usual scopes, with spaces between. */
  custom_scopes: string
  /** Which claim of the other side's fills which attribute of a member. */
  attribute_mapping: Record<string, string>
}

export interface ExternalConnection extends SsoConnection {
  external_organization_id: string
  external_connection_id: string
  external_connection_implicit_role_assignments: { role_id: string }[]
  external_group_implicit_role_assignments: { role_id: string; group: string }[]
}

/** What may be changed of a connection. */
type Changes<Connection extends SsoConnection, Names extends keyof Connection> = Pick<SsoConnection, 'connection_id'> &
  Partial<Pick<Connection, 'display_name' | Names>>

export type SamlChanges = Changes<
  SamlConnection,
  | 'identity_provider'
  | 'idp_entity_id'
  | 'idp_sso_url'
  | 'attribute_mapping'
  | 'saml_connection_implicit_role_assignments'
  | 'saml_group_implicit_role_assignments'
> & {
  x509_certificate?: string
  signing_private_key?: string
  saml_encryption_private_key?: string
}

export type OidcChanges = Changes<
  OidcConnection,
  | 'identity_provider'
  | 'issuer'
  | 'client_id'
  | 'client_secret'
  | 'authorization_url'
  | 'token_url'
  | 'userinfo_url'
  | 'jwks_url'
  | 'custom_scopes'
  | 'attribute_mapping'
>

export type ExternalChanges = Changes<
  ExternalConnection,
  'external_connection_implicit_role_assignments' | 'external_group_implicit_role_assignments'
>

type Connected<Connection> = Answer & { connection: Connection }

/** `client.sso`, but for `start`, which sends the page elsewhere. */
export const sso = {
  /** Signs in with the token that came back (`stytch_token_type` sso). */
  authenticate: signsIn<{ sso_token: string } & SessionOptions, MemberAuthentication & { reset_session: boolean }>(
    'sso/authenticate',
    'sso_token session_duration_minutes locale? +intermediate_session_token +pkce_code_verifier:sso',
  ),
  /** The connections of the organization. */
  getConnections: get<
    undefined,
    Answer & { saml_connections: SamlConnection[]; oidc_connections: OidcConnection[]; external_connections: ExternalConnection[] }
  >('sso'),
  /** The connections through which an e-mail address may sign in. */
  discoverConnections: get<string, Answer & { connections: Organization['sso_active_connections'] }>(
    'sso/discovery/connections?email_address=:email_address',
  ),
  deleteConnection: remove<string, Answer & { connection_id: string }>('sso/:connection_id'),
  saml: {
    createConnection: post<{ display_name?: string; identity_provider?: string }, Connected<SamlConnection>>('sso/saml'),
    updateConnection: put<SamlChanges, Connected<SamlConnection>>('sso/saml/:connection_id'),
    /** Reads the connection's settings from its metadata. */
    updateConnectionByURL: put<{ connection_id: string; metadata_url: string }, Connected<SamlConnection>>('sso/saml/:connection_id/url'),
    deleteVerificationCertificate: remove<{ connection_id: string; certificate_id: string }, Answer & { certificate_id: string }>(
      'sso/saml/:connection_id/verification_certificates/:certificate_id',
    ),
    deleteEncryptionPrivateKey: remove<{ connection_id: string; private_key_id: string }, Answer & { private_key_id: string }>(
      'sso/saml/:connection_id/encryption_private_key/:private_key_id',
    ),
  },
  oidc: {
    createConnection: post<{ display_name?: string; identity_provider?: string }, Connected<OidcConnection>>('sso/oidc'),
    updateConnection: put<OidcChanges, Connected<OidcConnection> & { warning: string }>('sso/oidc/:connection_id'),
  },
  external: {
    /** Lets the members of another organization in by a connection of theirs. */
    createConnection: post<
      Pick<ExternalConnection, 'external_organization_id' | 'external_connection_id'> & { display_name?: string },
      Connected<ExternalConnection>
    >('sso/external'),
    updateConnection: put<ExternalChanges, Connected<ExternalConnection>>('sso/external/:connection_id'),
  },
}
