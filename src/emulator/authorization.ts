import { refuse } from './refusal.ts'

/** Whether this is the public token of a test project. The emulator accepts no other: a token of a live project must never work with it. */
export const isTestToken = (publicToken: string) => publicToken.startsWith('public-token-test-')

/**
 * Reads the header `Basic base64(PT:token)`, in which the public token takes the place of the session token while no session exists. Returns the
 * session token, or undefined if there is none. Refuses anything else with `unauthorized_credentials`.
 */
export const authorization = (header: string | undefined): string | undefined => {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '') ?? []
  let credentials = ''
  try {
    credentials = atob(encoded ?? '')
  } catch {
    refuse('unauthorized_credentials')
  }
  const [, publicToken, token] = /^([^:]*):(.+)$/s.exec(credentials) ?? []
  if (!publicToken || !token || !isTestToken(publicToken)) return refuse('unauthorized_credentials')
  return token === publicToken ? undefined : token
}
