import { refuse } from './refusal.ts'

/** The emulator is for tests: a live project's token must not get anywhere with it. */
export const isTestToken = (publicToken: string) => publicToken.startsWith('public-token-test-')

/**
 * Reads `Basic base64(PT:token)` (wire.md 2.1), where the public token stands in for the session token while nobody is signed in.
 * Answers the session token, or nothing. Refuses anything else with `unauthorized_credentials`.
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
