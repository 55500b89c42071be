import type { StyleConfig } from './config.ts'

/** The CSS property that decides whether a token's value is valid, at the end of its name; a colour's is not there. */
const judge = /(border-radius|width|font-family)$/

/**
 * A host's styles as custom properties: `buttons.primary.textColor` becomes `--lk-buttons-primary-text-color`. A value that the browser would not take
 * in its place is left out, so that none can end a rule or fetch anything (quality.md, Injection).
 */
export function tokens({ colorScheme, logo, hideHeaderText, ...styles }: StyleConfig): Record<string, string> {
  const found: Record<string, string> = { colorScheme: colorScheme === 'auto' ? 'light dark' : colorScheme === 'dark' ? 'dark' : 'light' }
  const walk = (name: string, value: unknown) => {
    if (value && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value))
        walk(`${name}-${key.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase())}`, inner)
    } else if (typeof value === 'string' && CSS.supports(judge.exec(name)?.[0] || 'color', value)) {
      found[name] = value
    }
  }
  walk('--lk', styles)
  return found
}
