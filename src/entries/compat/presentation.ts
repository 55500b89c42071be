/** `presentation` of the provider's SDK 6: its theme and options, as our `styles`. */
import { ownOptions } from '../../api/ownProperties.ts'
import type { StyleConfig } from '../../ui/host/config.ts'

/** The values of a theme that have a counterpart in `styles`. Each is CSS text. */
interface ThemeStyles {
  /** `light` or `dark`. A pair of themes follows the visitor's system. */
  'color-scheme'?: 'light' | 'dark' | 'shadcn'
  /** The font of every text. */
  'font-family'?: string
  /** The width of the card. */
  'container-width'?: string
  /** The unit of the radii that the theme does not set: twice this for buttons and fields, six times for the card. */
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
}

/** The values of a theme that Latchkey has no counterpart for. They are accepted and have no effect. */
type UnusedThemeValue =
  | 'font-family-mono'
  | 'header-font'
  | 'spacing'
  | 'mobile-breakpoint'
  | 'text-base'
  | 'shadow'
  | 'shadow-button'
  | 'shadow-input'
  | 'transition-duration'
  | 'muted'
  | 'accent'
  | 'accent-foreground'
  | 'ring'
  | 'destructive-foreground'
  | 'warning'
  | 'tab-background'
  | 'primary-button-hover'
  | 'secondary-button-hover'
  | 'destructive-button-hover'
  | 'divider-color'
  | 'focus-ring-shadow'

/** A theme of the provider's SDK 6. */
export type Theme = ThemeStyles & { [Name in UnusedThemeValue]?: string }

/** `presentation.options`. */
export interface PresentationOptions {
  /** Whether to leave out the header. */
  hideHeaderText?: boolean
  /** A logo above the header. */
  logo?: {
    /** The URL of the image. */
    url: string
    /** Not used: the name of your site is next to the widget. */
    alt?: string
  }
  /** Whether the widget renders into a shadow root. */
  enableShadowDOM?: boolean
  /** Not used: ids are unique anyway. */
  inputIdSuffix?: string
  /** Not used: buttons always have their ids. */
  buttonId?: string | boolean
}

/** How a screen of the provider's SDK 6 looks. Icons of your own have no counterpart. */
export interface PresentationConfig {
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
}

/** For each value of a theme, the places in `styles` that it sets. */
const places: { readonly [Name in Exclude<keyof ThemeStyles, 'color-scheme' | 'rounded-base'>]-?: string } = {
  'font-family': 'fontFamily',
  'container-width': 'container.width',
  'container-radius': 'container.borderRadius',
  'button-radius': 'buttons.primary.borderRadius buttons.secondary.borderRadius',
  'input-radius': 'inputs.borderRadius',
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

/** Returns the `styles` with the looks of a `presentation`. A color that a pair of themes sets twice follows the color scheme. */
export const stylesOf = ({ theme, options }: PresentationConfig): StyleConfig => {
  const [first, second] = [theme ?? {}].flat() as Partial<Theme>[]
  const light = ownOptions(withRadii(ownOptions(first)))
  const dark = second && ownOptions(withRadii(ownOptions(second)))
  const scheme = light['color-scheme']
  const styles: StyleConfig = { colorScheme: dark ? 'auto' : scheme === 'dark' ? scheme : 'light' }
  for (const [name, paths] of Object.entries(places) as [keyof typeof places, string][]) {
    const [one, other] = [light[name], dark?.[name]]
    const isColor = !/font|width|radius/.test(name)
    const value = isColor && one && other && one !== other ? `light-dark(${one}, ${other})` : one || other
    if (value) for (const place of paths.split(' ')) setAt(styles, place, value)
  }
  const { hideHeaderText, logo } = ownOptions(options)
  return { ...styles, ...(hideHeaderText && { hideHeaderText }), ...(logo && { logo: { logoImageUrl: logo.url } }) }
}
