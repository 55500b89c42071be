import { key, person } from '../../ui/screen/icons.ts'
import type { ConsentItem } from '../../ui/map.ts'
import { isolate, plainText } from '../../ui/words/untrustedText.ts'
import type { Words } from './words.ts'

/** The standard scopes that reveal who the visitor is. */
const personalScopes = ['profile', 'email', 'phone'] as const

/** The drawings for what the standard scopes allow, as paths for Icon.tsx. */
export const icons = {
  card: 'M3 5h18v14H3zm3.5 10.5a2.8 2.8 0 0 1 5.6 0m-2.8-7a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 1 0 0-3.4M15 10h3m-3 4h3',
  person,
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18m0 4.5V12l3 2',
  key,
}

/** Returns whether a visitor should not overlook an item: it allows everything. */
export const isDangerous = (item: ConsentItem): boolean => typeof item === 'object' && item.icon === icons.key

/** The scopes that need no policy (docs/internals/protocol.md#scopes). */
const standard: string[] = ['openid', ...personalScopes, 'full_access', 'offline_access']

/** Returns whether a scope is one of the project's own. */
export const isCustom = (scope: string): boolean => !standard.includes(scope)

/**
 * Returns what scopes let an app do, in the order of the request. `profile`, `email` and `phone`
 * are one item. `descriptionOf` returns the description of one of the project's own scopes, if
 * there is one.
 */
export function defaultItems(scopes: string[], descriptionOf: (scope: string) => unknown, t: Words): ConsentItem[] {
  const all = [...new Set(scopes)]
  const personal = personalScopes.filter((scope) => all.includes(scope))
  const personalScope = all.find((scope) => (personal as string[]).includes(scope))
  const describe = (scope: string): ConsentItem => {
    if (scope === 'openid') return { text: t('idpConsent.openid'), details: [t('idpConsent.openid.details')], icon: icons.card }
    if (scope === personalScope)
      return { text: t('idpConsent.personal'), details: personal.map((scope) => t(`idpConsent.${scope}.details`)), icon: icons.person }
    return isCustom(scope)
      ? plainText(descriptionOf(scope)) || t('idpConsent.custom', { scope: isolate(plainText(scope)) })
      : { text: t(`idpConsent.${scope as 'full_access'}`), icon: scope === 'full_access' ? icons.key : icons.clock }
  }
  return all.filter((scope) => scope === personalScope || !(personal as string[]).includes(scope)).map(describe)
}
