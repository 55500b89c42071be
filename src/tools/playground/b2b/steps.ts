import type { B2BHeadlessClient, Discovered, MemberPending, MemberSignedIn } from '../../../entries/b2b.ts'

/**
 * How far the visitor has come on the way to an organization, with the data that the page shows
 * there.
 */
export type CurrentStep =
  | { at: 'start' }
  | { at: 'sent'; email: string; by: 'link' | 'code' }
  | { at: 'choice'; email: string; organizations: Discovered['discovered_organizations'] }
  | { at: 'secondFactor'; pending: MemberPending }
  | { at: 'member' }

export interface StepProps {
  client: B2BHeadlessClient
  go: (next: CurrentStep) => void
}

/** The steps as the page names them, in order. */
export const steps: { name: string; covers: CurrentStep['at'][] }[] = [
  { name: 'Sign in', covers: ['start', 'sent'] },
  { name: 'Organization', covers: ['choice'] },
  { name: 'Second factor', covers: ['secondFactor'] },
  { name: 'Member', covers: ['member'] },
]

/** How long a session of this page lasts. */
export const sessionDuration = { session_duration_minutes: 60 }

/**
 * Returns the step after a call that signs in: the member, or the second factor that is missing.
 */
export const afterSignIn = (answer: MemberSignedIn | MemberPending): CurrentStep =>
  answer.member_session ? { at: 'member' } : { at: 'secondFactor', pending: answer }

/** Returns the step after the visitor has proved an address. */
export const afterDiscovery = ({ email_address, discovered_organizations }: Discovered): CurrentStep => ({
  at: 'choice',
  email: email_address,
  organizations: discovered_organizations,
})

/**
 * Authenticates with the token in the URL, if there is one, and returns the next step. Without a
 * token, returns the member if one is signed in.
 */
export async function stepFromAddress(client: B2BHeadlessClient): Promise<CurrentStep | undefined> {
  const outcome = await client.authenticateByUrl(sessionDuration)
  if (!outcome) return client.session.getSync() ? { at: 'member' } : undefined
  if (!outcome.handled) throw new Error(`This page has no use for a token of type ${outcome.tokenType}.`)
  return 'discovered_organizations' in outcome.data ? afterDiscovery(outcome.data) : afterSignIn(outcome.data)
}
