import { createElement, type ReactNode } from 'react'
import type { Bootstrap } from '../../client/bootstrap.ts'
import type { Words } from './words.ts'

/** How long a name may be, in characters: a longer one would push what else there is to read off the screen. */
const NAME = 100

/** How long any other text of somebody else's may be. */
const TEXT = 1000

/** How long a host may be (RFC 1035, section 2.3.4, and a port). */
const HOST = 260

/** What turns the direction of text around (UAX #9). */
const turning = /\p{Bidi_C}/gu

const clipped = (text: string, length: number) => {
  const characters = [...text]
  return characters.length > length ? characters.slice(0, length - 1).join('') + '…' : text
}

/** A text that somebody else has written, empty where it is none, of a sane length and without what turns text around: it could rearrange the sentence that it stands in. */
export const plain = (text: unknown, length: number = TEXT): string =>
  typeof text === 'object' ? '' : clipped(`${text || ''}`.replace(turning, '').trim(), length)

/** A text for a place in a sentence, where it keeps its own direction to itself: {@link shown} makes an element of that. */
export const isolate = (text: string): string => `\u2068${text}\u2069`

/** What a sentence looks like: what is isolated in it stands in an element of its own, and no other character turns text around. */
export const shown = (sentence: ReactNode, dir?: 'ltr'): ReactNode => {
  if (Array.isArray(sentence)) return sentence.map((part: ReactNode) => shown(part, dir))
  if (typeof sentence !== 'string') return sentence
  const parts = sentence.split(/[\u2068\u2069]/).map((part) => part.replace(turning, ''))
  return parts.map((part, at) => (at % 2 ? createElement('bdi', { key: at, dir }, part) : part))
}

const parsed = (uri: string): URL | undefined => {
  try {
    return new URL(uri)
  } catch {}
}

/**
 * A redirect URI's host as the browser will look it up, in ASCII; all of the address, likewise, where an app's own scheme leads elsewhere than to a host. Of a host that
 * is too long the end is shown, which says whose it is.
 */
export function hostOf(uri: string): string {
  const { origin = 'null', host = '', href = uri } = parsed(uri) || {}
  if (origin === 'null') return plain(href, NAME)
  return host.length > HOST ? '…' + host.slice(1 - HOST) : host
}

/** What the app is called: its name, else the host name it is at, else 'The App' (spec section 2, row 7). */
export const clientName = (name: unknown, redirect_uri: string, t: Words): string =>
  plain(name, NAME) || plain(parsed(redirect_uri)?.hostname, NAME) || t('idpConsent.defaultClientName')

/** What the visitor's account is of; where the project's settings cannot be had, of the site they are on. */
export const projectName = ({ projectName }: Bootstrap): string => plain(projectName, NAME) || location.hostname
