// Makes texts from others, such as an app's name, safe to show: clips them, and keeps them from
// rearranging the sentence around them.
import { createElement, type ReactNode } from 'react'
import type { Bootstrap } from '../../client/bootstrap.ts'

/** How long a name may be, in characters: a longer one would push the rest off the screen. */
export const NAME = 100

/** How long any other text may be, in characters. */
const TEXT = 1000

/** Characters that change the direction of text (UAX #9). */
const bidiControls = /\p{Bidi_C}/gu

/**
 * A character that can be seen, unlike a space, a mark on another character, what is ignorable (UAX
 * #44), and the three other signs that fonts draw as nothing.
 */
const visible = /[^\p{C}\p{Z}\p{M}\p{DI}\u2800\u{1d159}\ufffc]/u

const clipped = (text: string, length: number) => {
  const characters = [...text]
  return characters.length > length ? characters.slice(0, length - 1).join('') + '…' : text
}

/**
 * Returns a text without characters that change the direction of text, clipped to `length`
 * characters. Empty if there is nothing to see.
 */
export const plainText = (text: unknown, length: number = TEXT): string => {
  const plain = typeof text === 'object' ? '' : `${text || ''}`.replace(bidiControls, '').trim()
  return visible.test(plain) ? clipped(plain, length) : ''
}

/**
 * Returns a text in which an email address breaks after its `@` and before its dots, where it does
 * not fit on one line.
 */
export const breakable = (text: string): ReactNode =>
  text.includes('@')
    ? text
        .replace(/@/g, '@\n')
        .replace(/\./g, '\n.')
        .split(/\n+/)
        .filter(Boolean)
        .flatMap((part, at) => (at ? [createElement('wbr', { key: at }), part] : part))
    : text

/**
 * Marks a text within a sentence, so that it keeps a direction of its own: {@link withIsolates}
 * turns it into an element.
 */
export const isolate = (text: string): string => `\u2068${text}\u2069`

/**
 * Returns a sentence with an element for each isolated text, and without any other character that
 * changes the direction of text.
 */
export const withIsolates = (sentence: ReactNode, dir?: 'ltr'): ReactNode => {
  if (Array.isArray(sentence)) return sentence.map((part: ReactNode) => withIsolates(part, dir))
  if (typeof sentence !== 'string') return sentence
  const parts = sentence.split(/[\u2068\u2069]/).map((part) => part.replace(bidiControls, ''))
  return parts.map((part, at) => (at % 2 ? createElement('bdi', { key: at, dir }, breakable(part)) : part))
}

/** Returns the project's name or, without the project's settings, `otherwise`. */
export const projectName = ({ projectName }: Bootstrap, otherwise: string = location.hostname): string =>
  plainText(projectName, NAME) || otherwise
