import { leads } from '../../browser/navigate.ts'
import { idpError } from './idpError.ts'
import type { StepOf } from './steps.ts'
import type { Words } from './words.ts'

/**
 * Returns whether a URL leads to an app's `redirectUri`: it must have its origin or, if the app has
 * a URL scheme of its own, its scheme.
 */
export function leadsBack(url: string, redirectUri: string): boolean {
  try {
    const [to, from] = [new URL(url), new URL(redirectUri)]
    return leads(url) && to.protocol === from.protocol && to.origin === from.origin
  } catch {
    return false
  }
}

/**
 * Returns the step that sends the visitor back to the app, to the URL in the provider's answer.
 * @throws `unexpected_redirect` if that URL has another origin or scheme than the one that the app
 * requested (docs/decisions/README.md#every-url-from-outside-is-checked)
 */
export function returnTo(t: Words, url: string, redirectUri: string, outcome: Omit<StepOf<'outcome'>, 'step' | 'url'>): StepOf<'outcome'> {
  if (!leadsBack(url, redirectUri)) throw idpError('unexpected_redirect', t('idpConsent.unexpectedRedirect'))
  return { step: 'outcome', url, ...outcome }
}

/**
 * Returns the error that the provider's URL gives the app instead of a code (RFC 6749, section
 * 4.1.2.1). Undefined if there is none.
 */
export function errorInReturnUrl(url: string): { error: string; error_description: string | null } | undefined {
  try {
    const { searchParams } = new URL(url)
    const error = searchParams.get('error')
    return error ? { error, error_description: searchParams.get('error_description') } : undefined
  } catch {}
}
