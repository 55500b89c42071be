/**
 * Code with `latchkey/b2b` that must compile, and code that must not. `npm run check` compiles this
 * file, and nothing runs it.
 */
import type { B2BHeadlessClient, Member, MemberState } from '../../src/entries/b2b.ts'

export async function typed(client: B2BHeadlessClient): Promise<void> {
  const duration = { session_duration_minutes: 60 }
  const answer = await client.otps.email.authenticate({ organization_id: 'o', email_address: 'a@b.test', code: '123456', ...duration })
  // `member_authenticated` tells the two answers apart.
  if (answer.member_authenticated) answer.member_session.roles.join()
  else answer.mfa_required?.member_options?.mfa_phone_number.trim()
  // @ts-expect-error not before the check
  answer.member_session.roles

  // @ts-expect-error the organization is missing
  await client.magicLinks.email.loginOrSignup({ email_address: 'a@b.test' })
  // @ts-expect-error a member is named by an id
  await client.organization.members.delete({ member_id: 'm' })
  // @ts-expect-error it takes no argument
  await client.recoveryCodes.rotate('all')
  // @ts-expect-error no such provider
  client.oauth.apple
  // @ts-expect-error no such method
  client.organization.members.promote
  // @ts-expect-error the client adds this field itself
  await client.discovery.organizations.list({ intermediate_session_token: 't' })

  const member: Member | null = client.self.getSync()
  client.onStateChange((state: MemberState) => void [state.organization?.organization_slug, member?.email_address])
  // All fields are optional, and so is the object.
  await client.organization.members.search()
  await client.oauth.hubspot.discovery.start()
}

/** The type of a token that this client handles is one of six. */
export const tokenTypes = (client: B2BHeadlessClient): string | undefined => {
  const found = client.parseAuthenticateUrl()
  // @ts-expect-error a type of a project of users
  if (found?.handled && found.tokenType === 'magic_links') return undefined
  return found?.handled && found.tokenType === 'sso' ? found.token : undefined
}
