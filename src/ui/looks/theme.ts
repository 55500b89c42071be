import type { StyleConfig } from '../host/config.ts'
import type { OtherStyles } from '../host/optionKinds.ts'

/** The CSS property of each style that is not a color. */
const properties: { [name: string]: string } = {
  width: 'width',
  shadow: 'box-shadow',
  borderRadius: 'border-radius',
  fontFamily: 'font-family',
  __proto__: null!,
} satisfies OtherStyles & { __proto__: null }

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
  const walk = (name: string, value: unknown, option = '') => {
    if (value && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value))
        walk(`${name}-${key.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase())}`, inner, key)
    } else if (typeof value === 'string' && typeof CSS === 'object' && CSS.supports(properties[option] || 'color', value)) {
      variables[name] = value
    }
  }
  walk('--lk', styles)
  return variables
}
