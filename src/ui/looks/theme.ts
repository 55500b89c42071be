import type { StyleConfig } from '../host/config.ts'

/** Variables whose name ends so hold a value of that CSS property; all others hold a color. */
const property = /(border-radius|width|font-family|shadow)$/

/**
 * Turns the host's styles into CSS variables: `buttons.primary.textColor` becomes
 * `--lk-buttons-primary-text-color`. Leaves out values that the browser does not accept for the
 * property they stand for, so that no value can end a rule or fetch anything. jsdom has no `CSS`,
 * and shows no style.
 */
export function cssVariables({ colorScheme, logo, hideHeaderText, ...styles }: StyleConfig): Record<string, string> {
  const variables: Record<string, string> = {
    colorScheme: colorScheme === 'auto' ? 'light dark' : colorScheme === 'dark' ? 'dark' : 'light',
  }
  const walk = (name: string, value: unknown) => {
    if (value && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value))
        walk(`${name}-${key.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase())}`, inner)
    } else if (
      typeof value === 'string' &&
      typeof CSS === 'object' &&
      CSS.supports((property.exec(name)?.[0] || 'color').replace('shadow', 'box-shadow'), value)
    ) {
      variables[name] = value
    }
  }
  walk('--lk', styles)
  return variables
}
