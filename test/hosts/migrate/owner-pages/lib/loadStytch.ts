import { Client } from 'stytch'

let client: Client | undefined

/** The client for the server. Development servers load this module again and again. */
export const loadStytch = () => {
  client ??= new Client({
    project_id: process.env.STYTCH_PROJECT_ID!,
    secret: process.env.STYTCH_SECRET!,
    ...(process.env.STYTCH_ENV && { env: process.env.STYTCH_ENV }),
  })
  return client
}
