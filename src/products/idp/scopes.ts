import type { IDPConsentItem } from '../../ui/config.ts'
import { isolate, plain } from './names.ts'
import type { Words } from './words.ts'

/** Of the standard scopes, those that show who somebody is (spec section 6). */
const personalScopes = ['profile', 'email', 'phone'] as const

/** The scopes that need no policy (spec section 5). */
const standard: string[] = ['openid', ...personalScopes, 'full_access', 'offline_access']

/** Whether a scope is the project's own. */
export const isCustom = (scope: string): boolean => !standard.includes(scope)

/**
 * What scopes let an app do, in the order in which it asks (spec section 6): `profile`, `email` and `phone` are one item. `described` is what is known of a
 * scope of the project's own.
 */
export function defaultItems(scopes: string[], described: (scope: string) => unknown, t: Words): IDPConsentItem[] {
  const all = [...new Set(scopes)]
  const personal = personalScopes.filter((scope) => all.includes(scope))
  const shown = all.find((scope) => (personal as string[]).includes(scope))
  const describe = (scope: string): IDPConsentItem => {
    if (scope === 'openid') return { text: t('idpConsent.openid'), details: [t('idpConsent.openid.details')] }
    if (scope === shown) return { text: t('idpConsent.personal'), details: personal.map((scope) => t(`idpConsent.${scope}.details`)) }
    return isCustom(scope)
      ? plain(described(scope)) || t('idpConsent.custom', { scope: isolate(plain(scope)) })
      : t(`idpConsent.${scope as 'full_access'}`)
  }
  return all.filter((scope) => scope === shown || !(personal as string[]).includes(scope)).map(describe)
}
