import * as api from '../api/connectedApps.ts'
import type { User } from '../api/entities.ts'
import { noBody, withoutUndefined } from './fields.ts'
import { refuse } from './refusal.ts'
import type { Router } from './router.ts'
import type { Sessions } from './sessions.ts'

/** An app that can ask visitors for access, as an administrator registers it. */
export interface SeedClient {
  /** Default: a new `connected-app-test-...`. */
  client_id?: string
  /** The name that visitors read. */
  client_name: string
  /** A description of the app. Default: none. */
  client_description?: string
  /**
   * `first_party` apps are the project's own, so visitors are not asked for consent. `_public` apps cannot keep a secret, so they must use PKCE.
   * Default: `third_party`.
   */
  client_type?: 'first_party' | 'first_party_public' | 'third_party' | 'third_party_public'
  /** The secret with which a client that is not public proves itself at the token endpoint. Default: a new one. */
  client_secret?: string
  /** URL of the app's logo. Default: none. */
  logo_url?: string
  /** The URLs to which codes can be sent, compared byte for byte (RFC 9700, section 2.1). */
  redirect_uris: string[]
  /** The URLs to which a browser can go after a logout, compared byte for byte. */
  post_logout_redirect_uris?: string[]
}

/** A client as it was registered, with every default filled in. */
export type Client = Required<Omit<SeedClient, 'logo_url'>> & Pick<SeedClient, 'logo_url'>

/** The registered apps, and the consent that users have given them. */
export const createConnectedApps = () => {
  const clients = new Map<string, Client>()
  /**
   * The scopes by user and client. A consent that is given again after it was withdrawn is a new object, so that what was issued under the old one
   * stays void.
   */
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
        ...withoutUndefined(client),
      }
      clients.set(registered.client_id, registered)
      return registered
    },
    client: (client_id: string) => clients.get(client_id),
    grantOf: (user: User, client_id: string) => grants.get(key(user, client_id)),
    /** Adds these scopes to those that the user has granted before. */
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

/** An app as the visitor who has let it in sees it. */
export const toConnectedApp = ({ client, scopes }: { client: Client; scopes: string[] }) => ({
  connected_app_id: client.client_id,
  name: client.client_name,
  description: client.client_description,
  client_type: client.client_type,
  logo_url: client.logo_url,
  scopes_granted: scopes.join(' '),
})

interface Needs {
  sessions: Sessions
  connectedApps: ConnectedApps
}

/** Serves the list of apps that a user has let in, and the call that revokes one. */
export const serveConnectedApps = ({ on }: Router, { sessions, connectedApps }: Needs) => {
  on(api.list, noBody, (_, request) => ({ connected_apps: connectedApps.of(sessions.required(request).user).map(toConnectedApp) }))

  on(api.revoke, noBody, (_, request) => {
    const { user } = sessions.required(request)
    if (!connectedApps.revoke(user, request.params.id ?? '')) refuse('connected_app_not_found')
    return {}
  })
}
