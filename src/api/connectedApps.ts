import { call } from './call.ts'
import type { Answer } from './entities.ts'

/** An app that the visitor let in. */
export interface ConnectedApp {
  connected_app_id: string
  name: string
  description: string
  client_type: string
  logo_url?: string
  /** Space separated. */
  scopes_granted: string
}

export const list = call<undefined, Answer & { connected_apps: ConnectedApp[] }>('GET /users/connected_apps', {
  gives: { connected_apps: [{ connected_app_id: 'string' }] },
})

/** Sent without a body. */
export const revoke = call<undefined, Answer>('POST /users/connected_apps/:id/revoke', { method: 'user.revokedConnectedApp' })
