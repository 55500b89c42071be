import type { CallRules } from '../call.ts'
import type { Answer } from '../entities.ts'
import { get, guardedSignIn, post, put, remove } from './call.ts'
import type { MemberAuthentication, Open, Organization, SessionOptions } from './entities.ts'

/** What every connection to an identity provider has. */
export interface SsoConnection {
  /** The organization that has the connection. */
  organization_id: string
  /** The connection's id. */
  connection_id: string
  /** `pending` until the settings are complete, `active`, `deactivated`, or `deleted`. */
  status: Open<'active' | 'pending' | 'deactivated' | 'deleted'>
  /** Its name. */
  display_name: string
}

/** A certificate (X.509). Times are RFC 3339. */
export interface Certificate {
  /** The id of the certificate. */
  certificate_id: string
  /** The certificate, in PEM. */
  certificate: string
  /** Who issued it. */
  issuer: string
  /** When it was added. */
  created_at: string
  /** When it ends. */
  expires_at: string
  /** When it last changed. */
  updated_at: string
}

/** A connection by SAML 2.0. */
export interface SamlConnection extends SsoConnection {
  /** The identity provider: `okta`, `microsoft-entra`, `google-workspace`, `generic`. */
  identity_provider: string
  /**
   * Where the identity provider posts its responses (Assertion Consumer Service URL), for its
   * settings.
   */
  acs_url: string
  /**
   * Who the responses are for (audience, or SP entity id), for the settings of the identity
   * provider.
   */
  audience_uri: string
  /** The name of the identity provider (IdP entity id). */
  idp_entity_id: string
  /** Where members are sent to sign in. */
  idp_sso_url: string
  /**
   * The attribute of the identity provider that fills each attribute of a member:
   * `{ email: 'NameID' }`.
   */
  attribute_mapping: Record<string, string>
  /** The certificates by which the provider signs its requests. */
  signing_certificates: Certificate[]
  /** The certificates by which the responses of the identity provider are verified. */
  verification_certificates: Certificate[]
  /** The keys by which encrypted assertions are read. */
  saml_encryption_private_keys: {
    /** The id of the key. */
    private_key_id: string
    /** The key, without its secret part. */
    private_key: string
    /** When it was added (RFC 3339). */
    created_at: string
  }[]
  /** The roles of everybody who signs in with this connection. */
  saml_connection_implicit_role_assignments: {
    /** The role. */
    role_id: string
  }[]
  /** The roles for groups at the identity provider. */
  saml_group_implicit_role_assignments: {
    /** The role. */
    role_id: string
    /** The group. */
    group: string
  }[]
}

/** An OpenID Connect connection. */
export interface OidcConnection extends SsoConnection {
  /** The identity provider: `okta`, `microsoft-entra`, `google-workspace`, `generic`. */
  identity_provider: string
  /** Where the identity provider sends members back to. Enter it in its settings. */
  redirect_url: string
  /** The issuer: the URL by which the identity provider names itself. */
  issuer: string
  /** The id of the provider's app at the identity provider. */
  client_id: string
  /** The secret of that app. */
  client_secret: string
  /** The identity provider's authorization endpoint. */
  authorization_url: string
  /** Its token endpoint. */
  token_url: string
  /** Its UserInfo endpoint. */
  userinfo_url: string
  /** Where its keys are. */
  jwks_url: string
  /** The scopes to ask for besides the usual ones, separated by spaces. */
  custom_scopes: string
  /** The claim of the identity provider that fills each attribute of a member. */
  attribute_mapping: Record<string, string>
}

/** A connection of another organization, by which its members can sign in to this one. */
export interface ExternalConnection extends SsoConnection {
  /** The organization whose connection it is. */
  external_organization_id: string
  /** The id of the connection in that organization. */
  external_connection_id: string
  /** The roles of everybody who signs in with this connection. */
  external_connection_implicit_role_assignments: {
    /** The role. */
    role_id: string
  }[]
  /** The roles for groups at the identity provider. */
  external_group_implicit_role_assignments: {
    /** The role. */
    role_id: string
    /** The group. */
    group: string
  }[]
}

/** The fields of a connection that can change. */
type Changes<Connection extends SsoConnection, Names extends keyof Connection> = Pick<SsoConnection, 'connection_id'> &
  Partial<Pick<Connection, 'display_name' | Names>>

/** Changes to a SAML connection. What you leave out stays as it is. */
export type SamlChanges = Changes<
  SamlConnection,
  | 'identity_provider'
  | 'idp_entity_id'
  | 'idp_sso_url'
  | 'attribute_mapping'
  | 'saml_connection_implicit_role_assignments'
  | 'saml_group_implicit_role_assignments'
> & {
  /** A certificate to add, in PEM, which verifies the responses of the identity provider. */
  x509_certificate?: string
  /** The key with which the provider signs its requests, in PEM. */
  signing_private_key?: string
  /** A key to add, in PEM, with which the provider decrypts assertions. */
  saml_encryption_private_key?: string
}

/** Changes to an OpenID Connect connection. What you leave out stays as it is. */
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

/** Changes to a connection of another organization. What you leave out stays as it is. */
export type ExternalChanges = Changes<
  ExternalConnection,
  'external_connection_implicit_role_assignments' | 'external_group_implicit_role_assignments'
>

/** The answer of a call that changes a connection. */
type Connected<Connection> = Answer & {
  /** The connection as it is now. */
  connection: Connection
}

/** The checks before the page is redirected to an identity provider. */
export const ssoStartRules: CallRules = { method: 'sso.start', needs: { connection_id: 'string', provider_params: 'object?' } }

/** The methods of `client.sso`, except `start`, which redirects the page. */
export const sso = {
  /** Signs in with the token that a sign-in returned (`stytch_token_type=sso`). */
  authenticate: guardedSignIn('sso/authenticate')<
    {
      /** The token from the URL. */
      sso_token: string
    } & SessionOptions,
    MemberAuthentication & {
      /**
       * Whether other sessions of the member should be ended, if you keep any outside of the
       * provider.
       */
      reset_session: boolean
    }
  >({
    needs: { sso_token: 'string', session_duration_minutes: 'number', locale: 'string?' },
    intermediateToken: true,
    verifier: ['pkce_code_verifier', 'sso'],
  }),
  /** The connections of the organization. */
  getConnections: get('sso')<
    undefined,
    Answer & {
      /** SAML connections. */
      saml_connections: SamlConnection[]
      /** OpenID Connect connections. */
      oidc_connections: OidcConnection[]
      /** Connections of other organizations. */
      external_connections: ExternalConnection[]
    }
  >(),
  /** The connections by which an email address can sign in. It takes the address. */
  discoverConnections: get('sso/discovery/connections?email_address=:email_address')<
    { email_address: string },
    Answer & {
      /** The connections. */
      connections: Organization['sso_active_connections']
    }
  >({ takes: 'email_address' }),
  /** Deletes a connection of any kind. It takes the connection's id. */
  deleteConnection: remove('sso/:connection_id')<
    {
      /** The connection's id. */
      connection_id: string
    },
    Answer & {
      /** The connection's id. */
      connection_id: string
    }
  >({ takes: 'connection_id' }),
  /** SAML connections. */
  saml: {
    /**
     * Creates a connection, which is `pending` until `updateConnection` has completed its settings.
     */
    createConnection: post('sso/saml')<
      {
        /** Its name. */
        display_name?: string
        /**
         * The identity provider: `okta`, `microsoft-entra`, `google-workspace`, `generic`. Default:
         * `generic`.
         */
        identity_provider?: string
      },
      Connected<SamlConnection>
    >(),
    /** Changes a connection. */
    updateConnection: put('sso/saml/:connection_id')<SamlChanges, Connected<SamlConnection>>(),
    /** Reads the settings of a connection from the metadata of the identity provider. */
    updateConnectionByURL: put('sso/saml/:connection_id/url')<
      {
        /** The connection that changes. */
        connection_id: string
        /** Where the metadata is. */
        metadata_url: string
      },
      Connected<SamlConnection>
    >(),
    /** Deletes a certificate for the verification of responses. */
    deleteVerificationCertificate: remove('sso/saml/:connection_id/verification_certificates/:certificate_id')<
      {
        /** The connection that has it. */
        connection_id: string
        /** The id of the certificate. */
        certificate_id: string
      },
      Answer & {
        /** The id of the certificate. */
        certificate_id: string
      }
    >(),
    /** Deletes a key for the decryption of assertions. */
    deleteEncryptionPrivateKey: remove('sso/saml/:connection_id/encryption_private_key/:private_key_id')<
      {
        /** The connection that has it. */
        connection_id: string
        /** The id of the key. */
        private_key_id: string
      },
      Answer & {
        /** The id of the key. */
        private_key_id: string
      }
    >(),
  },
  /** OpenID Connect connections. */
  oidc: {
    /**
     * Creates a connection, which is `pending` until `updateConnection` has completed its settings.
     */
    createConnection: post('sso/oidc')<
      {
        /** Its name. */
        display_name?: string
        /**
         * The identity provider: `okta`, `microsoft-entra`, `google-workspace`, `generic`. Default:
         * `generic`.
         */
        identity_provider?: string
      },
      Connected<OidcConnection>
    >(),
    /**
     * Changes a connection. With a new `issuer`, the provider reads the other URLs from the
     * issuer's metadata.
     */
    updateConnection: put('sso/oidc/:connection_id')<
      OidcChanges,
      Connected<OidcConnection> & {
        /**
         * What the provider could not read from the issuer's metadata, in English. Empty if nothing
         * is missing.
         */
        warning: string
      }
    >(),
  },
  /** Connections of other organizations, by which their members can sign in to this one. */
  external: {
    /** Lets the members of another organization sign in by a connection of theirs. */
    createConnection: post('sso/external')<
      Pick<ExternalConnection, 'external_organization_id' | 'external_connection_id'> & {
        /** Its name. */
        display_name?: string
      },
      Connected<ExternalConnection>
    >(),
    /** Changes a connection. */
    updateConnection: put('sso/external/:connection_id')<ExternalChanges, Connected<ExternalConnection>>(),
  },
}
