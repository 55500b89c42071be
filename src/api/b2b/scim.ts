import type { Answer } from '../entities.ts'
import { get, post, put, remove } from './call.ts'
import type { Open } from './entities.ts'

/** How a directory tells of members (SCIM, RFC 7644). */
export interface ScimConnection {
  organization_id: string
  connection_id: string
  status: Open<'active' | 'deleted'>
  display_name: string
  identity_provider: string
  base_url: string
  bearer_token_last_four: string
  bearer_token_expires_at: string
  next_bearer_token_last_four?: string
  next_bearer_token_expires_at?: string
  scim_group_implicit_role_assignments: { role_id: string; group_id: string }[]
}

interface ScimUpdate {
  connection_id: string
  display_name?: string
  identity_provider?: string
  scim_group_implicit_role_assignments?: { role_id: string; group_id: string }[]
}

type Connected<Connection> = Answer & { connection: Connection }

/** The bearer token is told once, when it is made. */
type Made = Omit<ScimConnection, 'bearer_token_last_four' | keyof Rotation> & { bearer_token: string }

/** While a connection has two bearer tokens. */
type Rotation = Pick<ScimConnection, 'next_bearer_token_last_four' | 'next_bearer_token_expires_at'>
type Rotating = Omit<ScimConnection, keyof Rotation> & { next_bearer_token: string; next_bearer_token_expires_at: string }

/** `client.scim`: the connection of the organization to a directory. */
export const scim = {
  createConnection: post<{ display_name?: string; identity_provider?: string }, Connected<Made>>(
    'scim',
    'display_name? identity_provider?',
  ),
  updateConnection: put<ScimUpdate, Connected<ScimConnection>>('scim/:connection_id', 'display_name? identity_provider?'),
  deleteConnection: remove<string, Answer & { connection_id: string }>('scim/:connection_id'),
  /** The organization's one connection: its id may be given, and is not sent. */
  getConnection: get<string | undefined, Connected<ScimConnection>>('scim'),
  getConnectionGroups: post<
    { connection_id?: string; cursor?: string; limit?: number },
    Answer & {
      scim_groups: { group_id: string; group_name: string; organization_id: string; connection_id: string }[]
      next_cursor: string | null
    }
  >('scim/groups', 'limit? cursor?'),
  /** Makes a second bearer token, beside the one that is in use. Each of the three takes the connection's id. */
  rotateStart: post<string, Connected<Rotating>>('scim/rotate/start', '$connection_id=connectionId'),
  /** The second bearer token takes the place of the first. */
  rotateComplete: post<string, Connected<ScimConnection>>('scim/rotate/complete', '$connection_id=connectionId'),
  /** The second bearer token is void, the first goes on. */
  rotateCancel: post<string, Connected<ScimConnection>>('scim/rotate/cancel', '$connection_id=connectionId'),
}
