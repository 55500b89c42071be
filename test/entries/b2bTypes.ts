/** What of `latchkey/b2b` must compile, and what must not. Nothing here runs: `npm run check` judges it. */
import type { B2BHeadlessClient, Member, MemberState } from '../../src/b2b.ts'

export async function typed(client: B2BHeadlessClient): Promise<void> {
  const duration = { session_duration_minutes: 60 }
  const answer = await client.otps.email.authenticate({ organization_id: 'o', email_address: 'a@b.test', code: '123456', ...duration })
  // the two answers are told apart by their mark
  if (answer.member_authenticated) answer.member_session.roles.join()
  else answer.mfa_required?.member_options?.mfa_phone_number.trim()
  // @ts-expect-error not before it is looked at
  answer.member_session.roles

  // @ts-expect-error the organization is missing
  await client.magicLinks.email.loginOrSignup({ email_address: 'a@b.test' })
  // @ts-expect-error a member is named by an id
  await client.organization.members.delete({ member_id: 'm' })
  // @ts-expect-error it takes nothing
  await client.recoveryCodes.rotate('all')
  // @ts-expect-error no such provider
  client.oauth.apple
  // @ts-expect-error no such method
  client.organization.members.promote
  // @ts-expect-error what the client adds by itself is not the host's to give
  await client.discovery.organizations.list({ intermediate_session_token: 't' })

  const member: Member | null = client.self.getSync()
  client.onStateChange((state: MemberState) => void [state.organization?.organization_slug, member?.email_address])
  // all fields may be absent, and so may the object
  await client.organization.members.search()
  await client.oauth.hubspot.discovery.start()
}
