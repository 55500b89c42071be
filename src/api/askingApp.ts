import { call } from './call.ts'
import type { Answer } from './entities.ts'

/** An app that has sent the visitor here, before anybody is signed in. */
export interface AskingApp extends Answer {
  client: {
    /** Its OAuth client id. */
    client_id: string
    /** What it calls itself. */
    client_name: string
  }
}

/**
 * Only a host's server answers this, to a request that it has signed: nobody can
 * ask for the names of other apps.
 */
export const oauthApp = call<{ oauth_query: string }, AskingApp>('POST /idp/oauth/app', {
  gives: { client: { client_id: 'string', 'client_name?': 'string' } },
})
