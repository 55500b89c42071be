import { validSecrets, type Secrets } from './clientSecrets.ts'
import { randomToken } from '../state/expiring.ts'
import { withoutUndefined } from '../requests/fields.ts'
import { withMetadata, type Metadata } from '../state/metadata.ts'
import { refuse } from '../requests/refusal.ts'
import type { Stores } from '../state/stores.ts'
import { objects } from '../state/storeMap.ts'

/**
 * A program of the host or of a customer that gets tokens with its own secret (machine to machine).
 */
export interface M2mClient extends Secrets {
  client_id: string
  client_name: string
  client_description: string
  status: 'active' | 'inactive'
  scopes: string[]
  trusted_metadata: Metadata
}

export const createM2mClients = (stores: Stores) => {
  const clients = stores.map('m2m_clients', objects<M2mClient>({ client_id: 'string', client_secret: 'string', scopes: 'list' }))
  return {
    all: () => [...clients.values()],
    /** Returns a client by its id. Refuses an unknown id. */
    require: (client_id: string) => clients.get(client_id) ?? refuse('m2m_client_not_found'),
    /** Returns an active client with what it proves itself with. */
    active: (client_id: string) => {
      const client = clients.get(client_id)
      return client?.status === 'active' ? { ...client, secrets: validSecrets(client) } : undefined
    },
    /** Adds a client. Refuses an id that another one has. */
    add: (fields: Partial<M2mClient> & Pick<M2mClient, 'scopes'>) => {
      const client: M2mClient = {
        client_id: `m2m-client-test-${crypto.randomUUID()}`,
        client_secret: randomToken(),
        client_name: '',
        client_description: '',
        status: 'active',
        ...withoutUndefined(fields),
        trusted_metadata: withMetadata({}, fields.trusted_metadata),
      }
      if (clients.has(client.client_id)) refuse('duplicate_m2m_client_id')
      clients.set(client.client_id, client)
      return client
    },
    remove: (client_id: string) => {
      clients.delete(client_id)
    },
  }
}

export type M2mClients = ReturnType<typeof createM2mClients>
