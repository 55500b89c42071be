import type { Member, OAuthRegistration } from '../../api/b2b/entities.ts'
import { accountAt, type OAuthAccount } from '../oauth.ts'
import type { Proof } from '../sessions.ts'

/** The providers that a member's sign-in can begin at (wire.md 1.8), and what each is called in a member's `provider_type`. */
export const providers: Record<string, string> = {
  google: 'Google',
  microsoft: 'Microsoft',
  hubspot: 'HubSpot',
  slack: 'Slack',
  github: 'GitHub',
}

export const memberAccount = accountAt(providers)

/** The member's registration of an account at a provider: it is there, or is made. */
export const registered = (
  member: Member,
  { provider_type, provider_subject, profile_picture_url, locale }: OAuthAccount,
): OAuthRegistration => {
  const known = member.oauth_registrations.find(
    (entry) => entry.provider_type === provider_type && entry.provider_subject === provider_subject,
  )
  if (known) return known
  const made: OAuthRegistration = {
    provider_type,
    provider_subject,
    member_oauth_registration_id: `oauth-member-test-${crypto.randomUUID()}`,
    profile_picture_url: profile_picture_url ?? null,
    locale: locale ?? null,
    provider_tenants: [],
  }
  member.oauth_registrations.push(made)
  return made
}

/** That somebody has signed in with this account. Which registration it is, is known when they are a member. */
export const oauthProof = (name: string, provider_subject: string): Proof => ({
  type: 'oauth',
  delivery_method: `oauth_${name.toLowerCase()}`,
  [`${name.toLowerCase()}_oauth_factor`]: { id: '', provider_subject, email_id: '' },
})

/** A proof as the member's session keeps it: one of a provider names the member's own registration, which is made where there is none. */
export const asMembers = (member: Member, proof: Proof): Proof => {
  const key = proof.delivery_method.replace(/^oauth_/, '')
  const factor = proof[`${key}_oauth_factor`] as { provider_subject: string } | undefined
  if (proof.type !== 'oauth' || !factor || !Object.hasOwn(providers, key)) return proof
  const { member_oauth_registration_id: id } = registered(member, {
    provider_type: providers[key]!,
    provider_subject: factor.provider_subject,
  })
  return { ...proof, [`${key}_oauth_factor`]: { ...factor, id } }
}
