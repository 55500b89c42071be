import { call } from './call.ts'
import type { Answer } from './entities.ts'

/** An app that the visitor has authorized. */
export interface ConnectedApp {
  /** The app's id, which is its OAuth client id. */
  connected_app_id: string
  /** The app's name. */
  name: string
  /** How the app describes itself. */
  description: string
  /**
   * Whose app it is, and whether it can keep a secret: `first_party`, `first_party_public`,
   * `third_party`, `third_party_public`.
   */
  client_type: string
  /** The URL of the app's logo. */
  logo_url?: string
  /** The scopes that the visitor has granted, separated by spaces. */
  scopes_granted: string
  /**
   * The servers at which the app may use its access (RFC 8707). From a server of your own alone:
   * the provider does not say.
   */
  resources?: string[]
  /** When the visitor let the app in. From a server of your own alone. */
  granted_at?: string
  /** When the app last used its access. From a server of your own alone. */
  last_used_at?: string
}

export const list = call<undefined, Answer & { connected_apps: ConnectedApp[] }>('GET /users/connected_apps', {
  gives: { connected_apps: [{ connected_app_id: 'string' }] },
})

/** Revokes the access of an app. Has no body. */
export const revoke = call<undefined, Answer>('POST /users/connected_apps/:id/revoke', { method: 'user.revokedConnectedApp' })
