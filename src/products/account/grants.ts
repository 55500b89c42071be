import { objects } from '../../api/listOfObjects.ts'
import { isolate, NAME, plainText } from '../../ui/words/untrustedText.ts'
import type { Translate } from '../../ui/words/translator.ts'
import type { AccountItem } from './accountItems.ts'

type Words = Translate<`idpConsent.${'openid' | 'personal' | 'full_access' | 'offline_access' | 'custom'}`>

/**
 * Returns what an app may do by the scopes that it was granted, each once. `policy` are the
 * project's own scopes, as the provider has sent them. The consent screen has a list with details
 * (products/idp/scopes.ts).
 */
export function grantsOf(scopes: string[], policy: unknown, t: Words): string[] {
  const descriptions = new Map(
    objects<{ scope?: unknown; description?: unknown }>(policy).map(({ scope, description }) => [scope, description]),
  )
  const texts = scopes.map((scope) => {
    if (/^(profile|email|phone)$/.test(scope)) return t('idpConsent.personal')
    if (/^(openid|full_access|offline_access)$/.test(scope)) return t(`idpConsent.${scope as 'openid'}`)
    return plainText(descriptions.get(scope), NAME) || t('idpConsent.custom', { scope: isolate(plainText(scope, NAME)) })
  })
  return [...new Set(texts)]
}

/**
 * Returns where an app may use its access, since when it may, and when it last did, as far as the
 * provider says so. `language` is that of the widget.
 */
export function usageOf(
  { places = [], since, lastUse }: Pick<AccountItem, 'places' | 'since' | 'lastUse'>,
  language: string,
  t: Translate<'account.appSince' | 'account.appUsed'>,
): string {
  const date = (time: number) => {
    const day = new Date(time)
    // a host can name any language
    try {
      return day.toLocaleDateString(language, { dateStyle: 'medium' })
    } catch {
      return day.toLocaleDateString(undefined, { dateStyle: 'medium' })
    }
  }
  return [
    ...places.map((place) => isolate(place)),
    since && t('account.appSince', { date: date(since) }),
    lastUse && t('account.appUsed', { date: date(lastUse) }),
  ]
    .filter(Boolean)
    .join(' · ')
}
