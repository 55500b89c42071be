/**
 * Code with `createClient` that must compile, and code that must not. `npm run check` compiles this
 * file, and nothing runs it.
 */
import {
  createClient,
  HeadlessClient,
  LatchkeyAPIError,
  LatchkeyError,
  magicLinks,
  oauth,
  otps,
  passwords,
  session,
  user,
  type Client,
  type Part,
} from '../../src/entries/headless.ts'

export async function typed(): Promise<void> {
  const client = createClient('public-token-test-types', { otps, session }, { timeout: 5000 })
  const { method_id } = await client.otps.sms.loginOrCreate('+14155550100')
  await client.otps.authenticate('123456', method_id, { session_duration_minutes: 60 })
  client.session.getSync()?.expires_at.trim()
  client.onStateChange((state) => void state.user?.user_id)
  client.destroy()

  // @ts-expect-error a part that was not named
  client.magicLinks
  // @ts-expect-error the same
  client.user.getSync()
  // @ts-expect-error it is a part too
  await client.authenticateByUrl()
  // @ts-expect-error the length of the session is missing
  await client.otps.authenticate('123456', method_id)

  // @ts-expect-error not the name of a part
  createClient('public-token-test-types', { codes: otps })
  // @ts-expect-error a part under another's name
  createClient('public-token-test-types', { otps: session })
  // @ts-expect-error no such option
  createClient('public-token-test-types', { otps }, { baseUrl: 'http://provider.test' })
  // @ts-expect-error the parts are missing
  createClient('public-token-test-types')

  // A function that takes a client with some parts accepts one with more, and one with all of them.
  const signOut = (any: Client<'session'>) => any.session.revoke()
  await signOut(createClient('public-token-test-types', { session, user, magicLinks, oauth, passwords }))
  await signOut(new HeadlessClient('public-token-test-types'))
  // @ts-expect-error it has no session
  await signOut(createClient('public-token-test-types', { otps }))
  createClient('public-token-test-types', {}).destroy()
  const part: Part<Client<'otps'>['otps']> = otps
  void part
}

/** An error that was caught is narrowed by its class, and by its `code`. */
export const caught = (error: unknown): string | undefined => {
  if (error instanceof LatchkeyAPIError) return error.error_url
  if (!(error instanceof LatchkeyError)) return undefined
  // @ts-expect-error only an API error says so
  error.request_id
  return error.code === 'unreachable' ? error.message : error.error_type
}

/**
 * The type of a token is one of those that the project sends back, exactly one of three when the
 * client handles it.
 */
export const tokenTypes = (client: HeadlessClient): 'magic_links' | 'oauth' | 'impersonation' | undefined => {
  const found = client.parseAuthenticateUrl()
  // @ts-expect-error a type that no client handles
  if (found?.handled && found.tokenType === 'reset_password') return undefined
  return found?.handled ? found.tokenType : undefined
}
