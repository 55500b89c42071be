import type { B2BHeadlessClient, Discovered, MemberAuthentication, MemberPending } from '../../b2b.ts'

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

/** Where an answer that signs in leads: to the member, or to the second factor that is missing. */
export const afterSignIn = (answer: MemberAuthentication): Place =>
  answer.member_authenticated ? { at: 'member' } : { at: 'secondFactor', pending: answer }

/** Where a proved address leads. */
export const afterDiscovery = ({ email_address, discovered_organizations }: Discovered): Place => ({
  at: 'choice',
  email: email_address,
  organizations: discovered_organizations,
})

/**
 * Spends the token that a link has brought back, if there is one, and says where it leads. It leaves the address first: it works once, and a reload must not try
 * it again.
 */
export async function arrive(client: B2BHeadlessClient): Promise<Place | undefined> {
  const query = new URLSearchParams(location.search)
  const token = query.get('token')
  if (!token) return client.session.getSync() ? { at: 'member' } : undefined
  history.replaceState(history.state, '', location.pathname)
  const type = query.get('stytch_token_type')
  if (type === 'discovery') return afterDiscovery(await client.magicLinks.discovery.authenticate({ discovery_magic_links_token: token }))
  if (type === 'multi_tenant_magic_links')
    return afterSignIn(await client.magicLinks.authenticate({ magic_links_token: token, ...duration }))
  if (type === 'sso') return afterSignIn(await client.sso.authenticate({ sso_token: token, ...duration }))
  throw new Error(`This page has no use for a token of type ${type}.`)
}
