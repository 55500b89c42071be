import type { Credentials } from './credentials.ts'
import { refuse } from './refusal.ts'

/**
 * Whether this is the public token of a test project. The emulator accepts no other: a token of a
 * live project must never work with it.
 */
export const isTestToken = (publicToken: string) => publicToken.startsWith('public-token-test-')

/**
 * Reads the two parts of `Basic base64(name:password)` (RFC 7617). Refuses anything else with
 * `unauthorized_credentials`.
 */
const basic = (header: string | undefined) => {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '') ?? []
  let text = ''
  try {
    text = atob(encoded ?? '')
  } catch {
    refuse('unauthorized_credentials')
  }
  const [, name, password] = /^([^:]*):(.+)$/s.exec(text) ?? []
  return name && password ? { name, password } : refuse('unauthorized_credentials')
}

/**
 * Reads the header `Basic base64(PT:token)` of a browser, in which the public token takes the place
 * of the session token while no session exists. Returns the session token, or undefined if there is
 * none. Refuses anything else with `unauthorized_credentials`.
 */
export const authorization = (header: string | undefined): string | undefined => {
  const { name: publicToken, password: token } = basic(header)
  if (!isTestToken(publicToken)) return refuse('unauthorized_credentials')
  return token === publicToken ? undefined : token
}

/**
 * Reads the header `Basic base64(project id:secret)` of a server. Refuses all but the project's own
 * credentials with `unauthorized_credentials`.
 */
export const checkServer = (header: string | undefined, { project_id, secret }: Credentials) => {
  const { name, password } = basic(header)
  if (name !== project_id || password !== secret) refuse('unauthorized_credentials')
}
