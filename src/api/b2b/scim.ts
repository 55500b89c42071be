import type { Answer } from '../entities.ts'
import { get, post, put, remove } from './call.ts'
import type { Open } from './entities.ts'

/**
 * A connection to the directory of an organization (SCIM, RFC 7644), which tells the provider who
 * its members are.
 */
export interface ScimConnection {
  /** The organization that has the connection. */
  organization_id: string
  /** The connection's id. */
  connection_id: string
  /** Whether the connection is in use. */
  status: Open<'active' | 'deleted'>
  /** Its name. */
  display_name: string
  /** The directory: `okta`, `microsoft-entra`, `generic`. */
  identity_provider: string
  /** The URL that the directory sends its changes to. */
  base_url: string
  /** The last four characters of the bearer token. */
  bearer_token_last_four: string
  /** When the bearer token expires (RFC 3339). */
  bearer_token_expires_at: string
  /** The last four characters of the second bearer token, between `rotateStart` and its end. */
  next_bearer_token_last_four?: string
  /** When the second bearer token expires (RFC 3339). */
  next_bearer_token_expires_at?: string
  /** The roles that members have by their group in the directory. */
  scim_group_implicit_role_assignments: {
    /** The role. */
    role_id: string
    /** The group. */
    group_id: string
  }[]
}

/** Changes of a connection. What you leave out stays as it is. */
interface ScimUpdate {
  /** The connection that changes. */
  connection_id: string
  /** Its new name. */
  display_name?: string
  /** The directory: `okta`, `microsoft-entra`, `generic`. */
  identity_provider?: string
  /** The roles that members have by their group in the directory. */
  scim_group_implicit_role_assignments?: {
    /** The role. */
    role_id: string
    /** The group. */
    group_id: string
  }[]
}

/** The answer of a call that changes a connection. */
type Connected<Connection> = Answer & {
  /** The connection as it is now. */
  connection: Connection
}

/** A connection with its bearer token, which is sent only once, when it is created. */
type NewConnection = Omit<ScimConnection, 'bearer_token_last_four' | keyof Rotation> & {
  /** The bearer token for the directory. The provider sends it only now. */
  bearer_token: string
}

/** The fields of a connection that has two bearer tokens. */
type Rotation = Pick<ScimConnection, 'next_bearer_token_last_four' | 'next_bearer_token_expires_at'>
/** A connection whose bearer token is being replaced: both tokens work. */
type Rotating = Omit<ScimConnection, keyof Rotation> & {
  /** The second bearer token for the directory. The provider sends it only now. */
  next_bearer_token: string
  /** When the second bearer token expires (RFC 3339). */
  next_bearer_token_expires_at: string
}

/** `client.scim`: the connection of the organization to a directory. */
export const scim = {
  /** Creates a connection. An organization has at most one. */
  createConnection: post('scim')<
    {
      /** Its name. */
      display_name?: string
      /** The directory: `okta`, `microsoft-entra`, `generic`. Default: `generic`. */
      identity_provider?: string
    },
    Connected<NewConnection>
  >({
    needs: { display_name: 'string?', identity_provider: 'string?' },
  }),
  /** Changes a connection. */
  updateConnection: put('scim/:connection_id')<ScimUpdate, Connected<ScimConnection>>({
    needs: { display_name: 'string?', identity_provider: 'string?' },
  }),
  /** Deletes a connection. It takes the connection's id. */
  deleteConnection: remove('scim/:connection_id')<
    {
      /** The connection's id. */
      connection_id: string
    },
    Answer & {
      /** The connection's id. */
      connection_id: string
    }
  >({
    takes: 'connection_id',
  }),
  /** The connection of the organization. It takes the connection's id, which it does not send. */
  getConnection: get('scim')<{ connection_id?: string }, Connected<ScimConnection>>({ takes: 'connection_id' }),
  /** The groups of the directory. */
  getConnectionGroups: post('scim/groups')<
    {
      /** The connection's id. */
      connection_id?: string
      /** `next_cursor` of the previous answer, to continue from there. */
      cursor?: string
      /** The most groups to return. */
      limit?: number
    },
    Answer & {
      /** The groups. */
      scim_groups: {
        /** The group's id. */
        group_id: string
        /** Its name. */
        group_name: string
        /** The organization that it belongs to. */
        organization_id: string
        /** The connection that it came from. */
        connection_id: string
      }[]
      /** The `cursor` for the next call; null if there are no more groups. */
      next_cursor: string | null
    }
  >({ needs: { limit: 'number?', cursor: 'string?' } }),
  /** Creates a second bearer token in addition to the one in use. It takes the connection's id. */
  rotateStart: post('scim/rotate/start')<{ connection_id: string }, Connected<Rotating>>({
    takes: 'connection_id',
    needs: { connection_id: ['string', 'connectionId'] },
  }),
  /** Replaces the bearer token with the second one. It takes the connection's id. */
  rotateComplete: post('scim/rotate/complete')<{ connection_id: string }, Connected<ScimConnection>>({
    takes: 'connection_id',
    needs: { connection_id: ['string', 'connectionId'] },
  }),
  /** Discards the second bearer token. It takes the connection's id. */
  rotateCancel: post('scim/rotate/cancel')<{ connection_id: string }, Connected<ScimConnection>>({
    takes: 'connection_id',
    needs: { connection_id: ['string', 'connectionId'] },
  }),
}
