/** `presentation` of the provider's SDK 6: its theme and options, as our `styles`. */
import { ownOptions } from '../../api/ownProperties.ts'
import type { StyleConfig } from '../../ui/host/config.ts'
import type { CssKind, StylePath } from '../../ui/host/optionKinds.ts'
import { unusedThemeValues } from './unusedThemeValues.ts'

/** The values of a theme that have a counterpart in `styles`. Each is CSS text. */
interface ThemeStyles {
  /** `light` or `dark`. A pair of themes follows the visitor's system. */
  'color-scheme'?: 'light' | 'dark' | 'shadcn'
  /** The font of every text. */
  'font-family'?: string
  /** The width of the card. */
  'container-width'?: string
  /**
   * The unit of the radii that the theme does not set: twice this for buttons and fields, six times
   * for the card.
   */
  'rounded-base'?: string
  /** The radius of the card's corners. */
  'container-radius'?: string
  /** The radius of buttons' corners. */
  'button-radius'?: string
  /** The radius of fields' corners. */
  'input-radius'?: string
  /** The color of the card. */
  background?: string
  /** The color of texts. */
  foreground?: string
  /** The color of the main button. */
  primary?: string
  /** The color of its text. */
  'primary-foreground'?: string
  /** The color of other buttons. */
  secondary?: string
  /** The color of their texts. */
  'secondary-foreground'?: string
  /** The color of helper texts. */
  'muted-foreground'?: string
  /** The color of the card's border and of the lines in it. */
  border?: string
  /** The same, if the theme has no `border`. */
  'container-border'?: string
  /** The color of fields' borders. */
  input?: string
  /** The color of messages about errors. */
  destructive?: string
  /** The color of messages about success. */
  success?: string
  /** The color of warnings. */
  warning?: string
}

/** A theme of the provider's SDK 6. */
export type Theme = ThemeStyles & { [Name in keyof typeof unusedThemeValues]?: string }

/** `presentation.options`. */
export interface PresentationOptions {
  /** Whether to leave out the header. */
  hideHeaderText?: boolean
  /** A logo above the header. */
  logo?: {
    /** The URL of the image. */
    url: string
    /** What it says to those who cannot see it. */
    alt?: string
  }
  /** Whether the widget renders into a shadow root. */
  enableShadowDOM?: boolean
  /** Has no effect: the first widget of a page has the plain ids, and later ones a number. */
  inputIdSuffix?: string
  /** Buttons always have their ids. A suffix has no effect. */
  buttonId?: string | boolean
  /** Have no effect: see `icons` of the presentation. */
  icons?: IconRegistry
}

/** Icons by their names. They are components of React, and are not rendered here. */
export type IconRegistry<Name extends string = string> = { readonly [At in Name]?: unknown }

/** How a screen of the provider's SDK 6 looks. */
export interface PresentationConfig {
  /** Have no effect: the logos of providers, wallets and mailboxes are ours. */
  icons?: IconRegistry
  /** The theme, or one for light and one for dark. */
  theme?: Partial<Theme> | readonly [light: Partial<Theme>, dark: Partial<Theme>]
  /** The options. */
  options?: Partial<PresentationOptions>
}

/** The widget's own light colors. That of fields' borders follows from the color of texts. */
export const defaultTheme: Theme = {
  'color-scheme': 'light',
  background: '#fff',
  foreground: '#19303d',
  primary: '#19303d',
  'primary-foreground': '#fff',
  secondary: '#fff',
  'secondary-foreground': '#19303d',
  'muted-foreground': '#5c727d',
  border: '#adbcc5',
  destructive: '#8b1214',
  success: '#0c5a56',
  warning: '#7a4b00',
}

/** The same for dark. */
export const defaultDarkTheme: Theme = {
  'color-scheme': 'dark',
  background: '#16212a',
  foreground: '#eef3f6',
  primary: '#d8e3ea',
  'primary-foreground': '#10191f',
  secondary: '#1f2d38',
  'secondary-foreground': '#eef3f6',
  'muted-foreground': '#a9bac4',
  border: '#3c4d59',
  destructive: '#ffa39e',
  success: '#6fd3bd',
  warning: '#f2c56b',
}

/** The colors, radii and fonts of a page with shadcn/ui, whose custom properties it reads. */
export const shadcnTheme: Theme = {
  'color-scheme': 'shadcn',
  'font-family': 'var(--font-sans, system-ui, sans-serif)',
  'rounded-base': 'calc(var(--radius) / 2.5)',
  'container-radius': 'var(--radius-xl)',
  background: 'var(--background)',
  foreground: 'var(--foreground)',
  primary: 'var(--primary)',
  'primary-foreground': 'var(--primary-foreground)',
  secondary: 'var(--secondary)',
  'secondary-foreground': 'var(--secondary-foreground)',
  'muted-foreground': 'var(--muted-foreground)',
  border: 'var(--border)',
  input: 'var(--input)',
  destructive: 'var(--destructive)',
}

/** For each color of a theme, the color in `styles` that it sets. */
const colors = {
  background: 'container.backgroundColor',
  foreground: 'colors.primary',
  primary: 'buttons.primary.backgroundColor',
  'primary-foreground': 'buttons.primary.textColor',
  secondary: 'buttons.secondary.backgroundColor',
  'secondary-foreground': 'buttons.secondary.textColor',
  'muted-foreground': 'colors.secondary',
  'container-border': 'container.borderColor',
  border: 'container.borderColor',
  input: 'inputs.borderColor',
  destructive: 'colors.error',
  success: 'colors.success',
  warning: 'colors.warning',
} as const satisfies { [Name in keyof ThemeStyles]?: StylePath<'color'> }

/** For each other value of a theme, the places in `styles` that it sets. */
const others = {
  'font-family': ['fontFamily'],
  'container-width': ['container.width'],
  'container-radius': ['container.borderRadius'],
  'button-radius': ['buttons.primary.borderRadius', 'buttons.secondary.borderRadius'],
  'input-radius': ['inputs.borderRadius'],
} as const satisfies {
  [Name in Exclude<keyof ThemeStyles, keyof typeof colors | 'color-scheme' | 'rounded-base'>]: readonly StylePath<CssKind>[]
}

/** Adds the radii that follow from `rounded-base`. */
const withRadii = (theme: Partial<Theme>): Partial<Theme> => {
  const base = theme['rounded-base']
  const small = `calc(2 * ${base})`
  return base ? { 'container-radius': `calc(6 * ${base})`, 'button-radius': small, 'input-radius': small, ...theme } : theme
}

/** Sets `container.width` and the like. */
const setAt = (styles: object, place: string, value: unknown) => {
  const path = place.split('.')
  const last = path.pop()!
  const inner = path.reduce((at, name) => (at[name] ??= {}) as Record<string, unknown>, styles as Record<string, unknown>)
  inner[last] = value
}

/**
 * Returns the `styles` with the looks of a `presentation`. A color that a pair of themes sets twice
 * follows the color scheme.
 */
export const stylesOf = ({ theme, options }: PresentationConfig): StyleConfig => {
  const [first, second] = [theme ?? {}].flat() as Partial<Theme>[]
  const light = ownOptions(withRadii(ownOptions(first)))
  const dark = second && ownOptions(withRadii(ownOptions(second)))
  const scheme = light['color-scheme']
  const styles: StyleConfig = { colorScheme: dark ? 'auto' : scheme === 'dark' ? scheme : 'light' }
  const places = Object.entries({ ...colors, ...others }) as [keyof typeof colors | keyof typeof others, string | string[]][]
  for (const [name, paths] of places) {
    const [one, other] = [light[name], dark?.[name]]
    const value = Object.hasOwn(colors, name) && one && other && one !== other ? `light-dark(${one}, ${other})` : one || other
    if (value) for (const place of [paths].flat()) setAt(styles, place, value)
  }
  const { hideHeaderText, logo } = ownOptions(options)
  const { url, alt } = ownOptions(logo)
  return {
    ...styles,
    ...(hideHeaderText && { hideHeaderText }),
    ...(url && { logo: { logoImageUrl: url, ...(alt !== undefined && { alt }) } }),
  }
}

/** Lists what has no effect in a host's `presentation`, and what to use instead. */
export const unusedIn = ({ theme, options, icons }: PresentationConfig): string[] => {
  const { inputIdSuffix, buttonId, icons: older } = ownOptions(options)
  const themes = [theme ?? {}].flat().map((one) => ownOptions(one as Partial<Theme>))
  const names = (Object.keys(unusedThemeValues) as (keyof typeof unusedThemeValues)[]).filter((name) => themes.some((one) => one[name]))
  return [
    ...names.map((name) => `theme['${name}']: ${unusedThemeValues[name]}`),
    ...(inputIdSuffix
      ? ['options.inputIdSuffix: the first widget of a page has the plain ids, such as email-input, and later ones a number']
      : []),
    ...(typeof buttonId === 'string' ? ['options.buttonId: buttons have ids without a suffix'] : []),
    ...(icons || older ? ["icons: the logos of providers, wallets and mailboxes are the widget's own"] : []),
  ]
}
