import * as api from '../api/connectedApps.ts'
import type { User } from '../api/entities.ts'
import { nothing, told } from './fields.ts'
import type { Provider } from './provider.ts'
import { refuse } from './refusal.ts'

/** An app that may ask visitors for access, as an administrator registers it. */
export interface SeedClient {
  /** Default: a new `connected-app-test-...`. */
  client_id?: string
  client_name: string
  client_description?: string
  /**
   * `first_party` apps are one's own: nobody is asked for consent. `_public` ones cannot keep a secret, so they must use PKCE.
   * Default: `third_party`.
   */
  client_type?: 'first_party' | 'first_party_public' | 'third_party' | 'third_party_public'
  /** What a client that is not public proves itself with at the token endpoint. Default: a new one. */
  client_secret?: string
  logo_url?: string
  /** Where codes may be sent: compared to the byte (RFC 9700, section 2.1). */
  redirect_uris: string[]
  /** Where a browser may go after a logout: compared to the byte. */
  post_logout_redirect_uris?: string[]
}

/** A client as it was registered. */
export type Client = Required<Omit<SeedClient, 'logo_url'>> & Pick<SeedClient, 'logo_url'>

/** The registered apps, and what users have granted them. */
export const createConnectedApps = () => {
  const clients = new Map<string, Client>()
  /** By user and client: the scopes. An object of its own for each consent, so that what was issued under it can tell when it is gone. */
  const grants = new Map<string, { scopes: string[] }>()
  const key = (user: User, client_id: string) => `${user.user_id} ${client_id}`
  return {
    register: (client: SeedClient): Client => {
      const registered: Client = {
        client_id: `connected-app-test-${crypto.randomUUID()}`,
        client_description: '',
        client_type: 'third_party',
        client_secret: crypto.randomUUID(),
        post_logout_redirect_uris: [],
        ...told(client),
      }
      clients.set(registered.client_id, registered)
      return registered
    },
    client: (client_id: string) => clients.get(client_id),
    grantOf: (user: User, client_id: string) => grants.get(key(user, client_id)),
    /** Adds to what the user has granted before. */
    grant: (user: User, client_id: string, scopes: string[]) => {
      const earlier = grants.get(key(user, client_id)) ?? { scopes: [] }
      earlier.scopes = [...new Set([...earlier.scopes, ...scopes])]
      grants.set(key(user, client_id), earlier)
      return earlier
    },
    revoke: (user: User, client_id: string) => grants.delete(key(user, client_id)),
    of: (user: User) =>
      [...clients.values()].flatMap((client) => {
        const grant = grants.get(key(user, client.client_id))
        return grant ? [{ client, scopes: grant.scopes }] : []
      }),
  }
}

export type ConnectedApps = ReturnType<typeof createConnectedApps>

export const serveConnectedApps = ({ on, sessions, connectedApps }: Provider) => {
  on(api.list, nothing, (_, request) => ({
    connected_apps: connectedApps.of(sessions.required(request).user).map(({ client, scopes }) => ({
      connected_app_id: client.client_id,
      name: client.client_name,
      description: client.client_description,
      client_type: client.client_type,
      logo_url: client.logo_url,
      scopes_granted: scopes.join(' '),
    })),
  }))

  on(api.revoke, nothing, (_, request) => {
    const { user } = sessions.required(request)
    if (!connectedApps.revoke(user, request.params.id ?? '')) refuse('connected_app_not_found')
    return {}
  })
}
