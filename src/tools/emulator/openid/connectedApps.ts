import * as api from '../../../api/connectedApps.ts'
import { validSecrets } from './clientSecrets.ts'
import { noBody, withoutUndefined } from '../requests/fields.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import type { StateParts } from '../state/stateParts.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { objects } from '../state/storeMap.ts'

/** An app that can ask visitors for access, as an administrator registers it. */
export interface SeedClient {
  /** Default: a new `connected-app-test-...`. */
  client_id?: string
  /** The name that visitors read. */
  client_name: string
  /** A description of the app. Default: none. */
  client_description?: string
  /**
   * `first_party` apps are the project's own, so visitors are not asked for consent. `_public` apps
   * cannot keep a secret, so they must use PKCE. Default: `third_party`.
   */
  client_type?: 'first_party' | 'first_party_public' | 'third_party' | 'third_party_public'
  /**
   * The secret with which a client that is not public proves itself at the token endpoint. Default:
   * a new one.
   */
  client_secret?: string
  /** URL of the app's logo. Default: none. */
  logo_url?: string
  /**
   * The URLs to which codes can be sent, compared byte for byte (RFC 9700, section 2.1), except
   * the port of `http://localhost`, `http://127.0.0.1` and `http://[::1]`, which can be any (RFC
   * 8252, section 7.3).
   */
  redirect_uris: string[]
  /** The URLs to which a browser can go after a logout, compared byte for byte. */
  post_logout_redirect_uris?: string[]
  /** How long access tokens last, in minutes. Default 60. */
  access_token_expiry_minutes?: number
  /** An audience that access tokens have beside the project. Default: none. */
  access_token_custom_audience?: string
  /**
   * Whether visitors are not asked when a `first_party` app wants refresh tokens. Default false.
   */
  bypass_consent_for_offline_access?: boolean
  /** Whether a `first_party` app may do everything. The emulator stores it. Default false. */
  full_access_allowed?: boolean
  /**
   * The template of claims in access tokens. The emulator stores it, and renders none. Default:
   * empty.
   */
  access_token_template_content?: string
  /** The same for id tokens. */
  id_token_template_content?: string
}

/** The fields that have no default. */
type Bare = 'logo_url' | 'access_token_custom_audience'

/** A client as it was registered, with every default filled in. */
export type Client = Required<Omit<SeedClient, Bare>> &
  Pick<SeedClient, Bare> & {
    /** The second secret, while the secret is rotated. */
    next_client_secret?: string
  } & Origin

/** How the project got to know an app. Default: an administrator registered it. */
interface Origin {
  /** How: it has registered itself, or its client id is the URL of a document. */
  creation_method?: 'dynamic_client_registration' | 'client_id_metadata_document'
  /**
   * What an app that cannot keep a secret said about itself. Another that says the same is the
   * same.
   */
  fingerprint?: string
  /** The URL of the document about the app, which is its client id. */
  client_id_metadata_url?: string
  /** When that document is read again, in milliseconds since the epoch. */
  metadata_until?: number
}

/** What a user or a member has let an app do. */
interface AppGrant {
  /**
   * A consent that is given again after it was withdrawn has another id, so that what was issued
   * under the old one stays void.
   */
  grant_id: string
  scopes: string[]
  /** The servers at which the app may use them. Older data files lack them. */
  resources?: string[]
}

const firstPartyTypes: Client['client_type'][] = ['first_party', 'first_party_public']
const publicTypes: Client['client_type'][] = ['first_party_public', 'third_party_public']

/** Returns whether an app is the project's own. Visitors only consent to its `offline_access`. */
export const isFirstParty = ({ client_type }: Pick<Client, 'client_type'>) => firstPartyTypes.includes(client_type)

/** Whether an app cannot keep a secret. */
export const isPublic = ({ client_type }: Pick<Client, 'client_type'>) => publicTypes.includes(client_type)

/** An app as the visitor who has let it in sees it. */
export const toConnectedApp = ({ client_id, client_name, client_description, client_type, logo_url }: Client, scopes: string[]) => ({
  connected_app_id: client_id,
  name: client_name,
  description: client_description,
  client_type,
  logo_url,
  scopes_granted: scopes.join(' '),
})

/**
 * The registered apps, and the consent that users and members have given them. `subject` is the id
 * of a user or a member.
 */
export const createConnectedApps = ({ stores, project }: Pick<StateParts, 'stores' | 'project'>) => {
  const clients = stores.map('clients', objects<Client>({ client_id: 'string', client_type: 'string', redirect_uris: 'list' }))
  /** By the ids of subject and client. */
  const grants = stores.map('grants', objects<AppGrant>({ grant_id: 'string', scopes: 'list' }))
  const key = (subject: string, client_id: string) => `${subject} ${client_id}`
  /** Adds an app, or replaces the one with its id. */
  const register = (client: SeedClient, origin: Origin = {}): Client => {
    const app: Client = {
      client_id: `connected-app-test-${crypto.randomUUID()}`,
      client_description: '',
      client_type: 'third_party',
      client_secret: crypto.randomUUID(),
      post_logout_redirect_uris: [],
      access_token_expiry_minutes: 60,
      bypass_consent_for_offline_access: false,
      full_access_allowed: false,
      access_token_template_content: '',
      id_token_template_content: '',
      ...withoutUndefined(client),
      ...withoutUndefined(origin),
    }
    clients.set(app.client_id, app)
    return app
  }
  return {
    register: (client: SeedClient) => register(client),
    /** Adds an app, or replaces the one with its id. Refuses one more than the project can have. */
    add: (client: SeedClient, origin?: Origin) => {
      if (!clients.has(client.client_id ?? '') && clients.size >= project.connected_apps_limit) refuse('too_many_connected_apps')
      return register(client, origin)
    },
    all: () => [...clients.values()],
    client: (client_id: string) => clients.get(client_id),
    /** Returns an app with what it proves itself with. */
    withSecrets: (client_id: string) => {
      const client = clients.get(client_id)
      return client && { ...client, secrets: isPublic(client) ? ('none' as const) : validSecrets(client) }
    },
    /** Deletes an app with every consent. */
    remove: (client_id: string) => {
      clients.delete(client_id)
      for (const id of [...grants.keys()]) if (id.endsWith(` ${client_id}`)) grants.delete(id)
    },
    grantOf: (subject: string, client_id: string) => grants.get(key(subject, client_id)),
    /** Adds these scopes and resources to those that the subject has granted before. */
    grant: (subject: string, client_id: string, scopes: string[], resources: string[]) => {
      const earlier: AppGrant = grants.get(key(subject, client_id)) ?? { grant_id: crypto.randomUUID(), scopes: [] }
      earlier.scopes = [...new Set([...earlier.scopes, ...scopes])]
      earlier.resources = [...new Set([...(earlier.resources ?? []), ...resources])]
      grants.set(key(subject, client_id), earlier)
      return earlier
    },
    /** Withdraws a consent. Refuses if there is none. */
    revoke: (subject: string, client_id: string) => {
      if (!grants.delete(key(subject, client_id))) refuse('connected_app_not_found')
    },
    /** Returns the apps that a subject has let in. */
    of: (subject: string) =>
      [...clients.values()].flatMap((client) => {
        const grant = grants.get(key(subject, client.client_id))
        return grant ? [toConnectedApp(client, grant.scopes)] : []
      }),
  }
}

export type ConnectedApps = ReturnType<typeof createConnectedApps>

export const serveConnectedApps = ({ on }: Router, { sessions, connectedApps }: { sessions: Sessions; connectedApps: ConnectedApps }) => {
  on(api.list, noBody, (_, request) => ({ connected_apps: connectedApps.of(sessions.require(request).user.user_id) }))

  on(api.revoke, noBody, (_, request) => {
    connectedApps.revoke(sessions.require(request).user.user_id, request.params.id ?? '')
    return {}
  })
}
