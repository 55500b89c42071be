import type { Member, OAuthRegistration } from '../../../api/b2b/entities.ts'
import { b2bOAuthProviders } from '../../../api/b2b/oauthProviders.ts'
import { accountAt, type OAuthAccount } from '../methods/oauth.ts'
import type { Proof } from '../sessions/sessions.ts'

/**
 * The OAuth providers with which members can sign in, by their name in URLs, and their names in a
 * member's `provider_type`.
 */
export const providers: Record<string, string> = Object.fromEntries(
  Object.entries(b2bOAuthProviders).map(([name, provider]) => [provider, name]),
)

export const memberAccount = accountAt(providers)

/**
 * Returns the member's registration of an account at an OAuth provider, and creates it if
 * necessary.
 */
export const registrationOf = (
  member: Member,
  { provider_type, provider_subject, profile_picture_url, locale }: OAuthAccount,
): OAuthRegistration => {
  const earlier = member.oauth_registrations.find(
    (entry) => entry.provider_type === provider_type && entry.provider_subject === provider_subject,
  )
  if (earlier) return earlier
  const registration: OAuthRegistration = {
    provider_type,
    provider_subject,
    member_oauth_registration_id: `oauth-member-test-${crypto.randomUUID()}`,
    profile_picture_url: profile_picture_url ?? null,
    locale: locale ?? null,
    provider_tenants: [],
  }
  member.oauth_registrations.push(registration)
  return registration
}

/**
 * The proof that a visitor has signed in with this account. Its registration is added when they
 * sign in as a member.
 */
export const oauthProof = (name: string, provider_subject: string): Proof => ({
  type: 'oauth',
  delivery_method: `oauth_${name.toLowerCase()}`,
  [`${name.toLowerCase()}_oauth_factor`]: { id: '', provider_subject, email_id: '' },
})

/**
 * Returns a proof in the form that the member's session stores. An OAuth proof names the member's
 * own registration, which is created if necessary.
 */
export const asMembers = (member: Member, proof: Proof): Proof => {
  const key = proof.delivery_method.replace(/^oauth_/, '')
  const factor = proof[`${key}_oauth_factor`] as { provider_subject: string } | undefined
  if (proof.type !== 'oauth' || !factor || !Object.hasOwn(providers, key)) return proof
  const { member_oauth_registration_id: id } = registrationOf(member, {
    provider_type: providers[key]!,
    provider_subject: factor.provider_subject,
  })
  return { ...proof, [`${key}_oauth_factor`]: { ...factor, id } }
}
