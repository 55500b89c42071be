/** What of `createClient` must compile, and what must not. Nothing here runs: `npm run check` judges it. */
import {
  createClient,
  HeadlessClient,
  magicLinks,
  oauth,
  otps,
  passwords,
  session,
  user,
  type Client,
  type Part,
} from '../../src/headless.ts'

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
  // @ts-expect-error it is a part, too
  await client.authenticateByUrl()
  // @ts-expect-error the length of the session is missing
  await client.otps.authenticate('123456', method_id)

  // @ts-expect-error a name that is no part's
  createClient('public-token-test-types', { codes: otps })
  // @ts-expect-error a part under another's name
  createClient('public-token-test-types', { otps: session })
  // @ts-expect-error there is no such option
  createClient('public-token-test-types', { otps }, { baseUrl: 'https://provider.test' })
  // @ts-expect-error the parts are missing
  createClient('public-token-test-types')

  // what takes a client with some parts takes one with more, and the one with all of them
  const signOut = (any: Client<'session'>) => any.session.revoke()
  await signOut(createClient('public-token-test-types', { session, user, magicLinks, oauth, passwords }))
  await signOut(new HeadlessClient('public-token-test-types'))
  // @ts-expect-error it has no session
  await signOut(createClient('public-token-test-types', { otps }))
  createClient('public-token-test-types', {}).destroy()
  const part: Part<Client<'otps'>['otps']> = otps
  void part
}
