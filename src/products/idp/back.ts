import { leads } from '../../browser/navigate.ts'
import { fault } from './fault.ts'
import type { Step } from './step.ts'
import type { Words } from './words.ts'

/** The way back to the app, by an answer of the provider's. Throws where that is not where the app has asked to be answered (row 29). */
export function back(t: Words, url: string, asked: string, outcome: Pick<Step<'over'>, 'title' | 'success'>): Step<'over'> {
  if (!leads(url, asked)) throw fault('unexpected_redirect', t('idpConsent.unexpectedRedirect'))
  return { step: 'over', url, ...outcome }
}

/** What an answer of the provider's tells the app in place of a code (RFC 6749, section 4.1.2.1). */
export function refusalIn(url: string): { error: string; error_description: string | null } | undefined {
  try {
    const { searchParams } = new URL(url)
    const error = searchParams.get('error')
    return error ? { error, error_description: searchParams.get('error_description') } : undefined
  } catch {}
}
