/** The custom properties behind `styles`, and what the style sheets have in their places. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.ts'

/**
 * Returns the custom property of a style: `--lk-buttons-primary-text-color` for
 * `buttons.primary.textColor`.
 */
export const customProperty = (path: string): string =>
  `--lk-${path.replaceAll('.', '-').replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase())}`

const css = () =>
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css') && !name.startsWith('playground'))
    .map((name) => readFileSync(join(root, 'src', name), 'utf8'))
    .join('\n')

/**
 * Returns the values that the style sheets use where a host has set nothing, by custom property.
 * The first is the one for most places.
 */
export const cssDefaults = (text: string = css()): Map<string, string[]> => {
  const values = new Map<string, string[]>()
  for (const { 0: start, 1: name, index } of text.matchAll(/var\((--lk-[\w-]+), ?/g)) {
    let depth = 1
    let end = index + start.length
    for (; depth > 0; end++) depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0
    const value = text.slice(index + start.length, end - 1)
    const others = values.get(name!) ?? []
    if (!others.includes(value)) values.set(name!, [...others, value])
  }
  return values
}

/** What each property of the widget's own means. */
const own: Record<string, string> = {
  '--lk-text': '`colors.primary`',
  '--lk-fill': '`buttons.primary.backgroundColor`',
  '--lk-line': '26 % of the color of texts',
}

/** Says a value of CSS in words: `#fff`, dark `#16212a`. */
export const inWords = (value: string): string => {
  const [, light, dark] = /^light-dark\((\S+), (\S+)\)$/.exec(value) ?? []
  if (light) return `\`${light}\`, dark \`${dark}\``
  const [, property, otherwise] = /^var\((--lk-[\w-]+)(?:, (.+))?\)$/.exec(value) ?? []
  if (property === '--lk-colors-accent') return `\`colors.accent\`, else ${inWords(otherwise!)}`
  if (property) return own[property] ?? `\`${value}\``
  const [, share] = /^color-mix\(in srgb, var\(--lk-text\) (\d+)%, var\(--lk-back\)\)$/.exec(value) ?? []
  if (share) return `${share} % of the color of texts`
  return value === '#0000' ? 'that of the card' : `\`${value}\``
}
