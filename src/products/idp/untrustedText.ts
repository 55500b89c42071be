// Makes texts from others, such as an app's name, safe to show: clips them, and keeps them from rearranging the sentence around them.
import { createElement, type ReactNode } from 'react'
import type { Bootstrap } from '../../client/bootstrap.ts'
import type { Words } from './words.ts'

/** How long a name may be, in characters: a longer one would push the rest off the screen. */
const NAME = 100

/** How long any other text may be, in characters. */
const TEXT = 1000

/** How long a host may be, in characters (RFC 1035, section 2.3.4, and a port). */
const HOST = 260

/** Characters that change the direction of text (UAX #9). */
const bidiControls = /\p{Bidi_C}/gu

const clipped = (text: string, length: number) => {
  const characters = [...text]
  return characters.length > length ? characters.slice(0, length - 1).join('') + '…' : text
}

/** Returns a text without characters that change the direction of text, clipped to `length` characters. Empty if there is no text. */
export const plainText = (text: unknown, length: number = TEXT): string =>
  typeof text === 'object' ? '' : clipped(`${text || ''}`.replace(bidiControls, '').trim(), length)

/** Marks a text within a sentence, so that it keeps a direction of its own: {@link withIsolates} turns it into an element. */
export const isolate = (text: string): string => `\u2068${text}\u2069`

/** Returns a sentence with an element for each isolated text, and without any other character that changes the direction of text. */
export const withIsolates = (sentence: ReactNode, dir?: 'ltr'): ReactNode => {
  if (Array.isArray(sentence)) return sentence.map((part: ReactNode) => withIsolates(part, dir))
  if (typeof sentence !== 'string') return sentence
  const parts = sentence.split(/[\u2068\u2069]/).map((part) => part.replace(bidiControls, ''))
  return parts.map((part, at) => (at % 2 ? createElement('bdi', { key: at, dir }, part) : part))
}

const parsed = (uri: string): URL | undefined => {
  try {
    return new URL(uri)
  } catch {}
}

/**
 * Returns the host of a redirect URI in ASCII, as the browser looks it up, or the whole URI if it has an app's own scheme and no host. A host that is too long
 * keeps its end, which names its owner.
 */
export function hostOf(uri: string): string {
  const { origin = 'null', host = '', href = uri } = parsed(uri) || {}
  if (origin === 'null') return plainText(href, NAME)
  return host.length > HOST ? '…' + host.slice(1 - HOST) : host
}

/** Returns the app's name, else the hostname of its redirect URI, else "The App". */
export const clientName = (name: unknown, redirect_uri: string, t: Words): string =>
  plainText(name, NAME) || plainText(parsed(redirect_uri)?.hostname, NAME) || t('idpConsent.defaultClientName')

/** Returns the project's name or, without the project's settings, the hostname of the page. */
export const projectName = ({ projectName }: Bootstrap): string => plainText(projectName, NAME) || location.hostname
