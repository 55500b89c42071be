import type { Bootstrap } from '../../client/bootstrap.ts'
import type { Words } from './words.ts'

/** A name that somebody else has chosen, empty where it is an object, without what turns the direction of text around (UAX #9): it could rearrange the sentence that it stands in. */
export const plain = (name: unknown): string => (typeof name === 'object' ? '' : `${name || ''}`).replace(/\p{Bidi_C}/gu, '').trim()

const parsed = (uri: string): URL | undefined => {
  try {
    return new URL(uri)
  } catch {}
}

/** A redirect URI's host; all of it where an app's own scheme leads elsewhere than to a host. */
export function hostOf(uri: string): string {
  const { origin = 'null', host = '' } = parsed(uri) || {}
  return origin === 'null' ? uri : host
}

/** What the app is called: its name, else the host name it is at, else 'The App' (spec section 2, row 7). */
export const clientName = (name: unknown, redirect_uri: string, t: Words): string =>
  plain(name) || parsed(redirect_uri)?.hostname || t('idpConsent.defaultClientName')

/** What the visitor's account is of; where the project's settings cannot be had, of the site they are on. */
export const projectName = ({ projectName }: Bootstrap): string => (typeof projectName === 'string' && projectName) || location.hostname
