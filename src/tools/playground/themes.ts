import * as presets from '../../entries/presets.ts'
import { toTheme, type Theme } from './styleFields.ts'

const capitalize = (name: string) => name[0]!.toUpperCase() + name.slice(1)

/**
 * Themes to start from: the default appearance, in the colors of the visitor's system, and every
 * preset of the package.
 */
export const themes: { name: string; theme: Theme }[] = [
  { name: 'Default', theme: { colorScheme: 'auto' } },
  ...Object.entries(presets).map(([name, styles]) => ({ name: capitalize(name), theme: toTheme(styles) })),
]
