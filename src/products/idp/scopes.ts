import type { IDPConsentItem } from '../../ui/config.ts'
import { isolate, plainText } from './untrustedText.ts'
import type { Words } from './words.ts'

/** The standard scopes that reveal who the visitor is. */
const personalScopes = ['profile', 'email', 'phone'] as const

/** The scopes that need no policy (docs/protocol.md#scopes). */
const standard: string[] = ['openid', ...personalScopes, 'full_access', 'offline_access']

/** Whether a scope is one of the project's own. */
export const isCustom = (scope: string): boolean => !standard.includes(scope)

/**
 * Returns what scopes let an app do, in the order of the request. `profile`, `email` and `phone` are one item. `described` returns the description of one of
 * the project's own scopes, if there is one.
 */
export function defaultItems(scopes: string[], described: (scope: string) => unknown, t: Words): IDPConsentItem[] {
  const all = [...new Set(scopes)]
  const personal = personalScopes.filter((scope) => all.includes(scope))
  const shown = all.find((scope) => (personal as string[]).includes(scope))
  const describe = (scope: string): IDPConsentItem => {
    if (scope === 'openid') return { text: t('idpConsent.openid'), details: [t('idpConsent.openid.details')] }
    if (scope === shown) return { text: t('idpConsent.personal'), details: personal.map((scope) => t(`idpConsent.${scope}.details`)) }
    return isCustom(scope)
      ? plainText(described(scope)) || t('idpConsent.custom', { scope: isolate(plainText(scope)) })
      : t(`idpConsent.${scope as 'full_access'}`)
  }
  return all.filter((scope) => scope === shown || !(personal as string[]).includes(scope)).map(describe)
}
