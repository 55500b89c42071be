import type { B2BHeadlessClient, Discovered, MemberPending, MemberSignedIn } from '../../b2b.ts'

/** Where somebody is on the way to an organization, with what that place shows. */
export type Place =
  | { at: 'start' }
  | { at: 'sent'; email: string; by: 'link' | 'code' }
  | { at: 'choice'; email: string; organizations: Discovered['discovered_organizations'] }
  | { at: 'secondFactor'; pending: MemberPending }
  | { at: 'member' }

/** The steps as the page names them, in their order. */
export const steps: { name: string; places: Place['at'][] }[] = [
  { name: 'Sign in', places: ['start', 'sent'] },
  { name: 'Organization', places: ['choice'] },
  { name: 'Second factor', places: ['secondFactor'] },
  { name: 'Member', places: ['member'] },
]

/** How long sessions of this page last. */
export const duration = { session_duration_minutes: 60 }

/** Where an answer that signs in leads: to the member, or to what is missing. */
export const afterSignIn = (answer: MemberSignedIn | MemberPending): Place =>
  answer.member_session ? { at: 'member' } : { at: 'secondFactor', pending: answer }

/** Where a proved address leads. */
export const afterDiscovery = ({ email_address, discovered_organizations }: Discovered): Place => ({
  at: 'choice',
  email: email_address,
  organizations: discovered_organizations,
})

/** Spends the token that a link has brought back, if there is one, and says where it leads. */
export async function arrive(client: B2BHeadlessClient): Promise<Place | undefined> {
  const outcome = await client.authenticateByUrl(duration)
  if (!outcome) return client.session.getSync() ? { at: 'member' } : undefined
  if (!outcome.handled) throw new Error(`This page has no use for a token of type ${outcome.tokenType}.`)
  return 'discovered_organizations' in outcome.data ? afterDiscovery(outcome.data) : afterSignIn(outcome.data)
}
