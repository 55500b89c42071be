import type { StyleConfig } from '../../entries/index.ts'

/** The dotted path of every value of T that is a string: `buttons.primary.textColor`. */
type TextPath<T> = {
  [Key in keyof T & string]-?: NonNullable<T[Key]> extends string
    ? Key
    : NonNullable<T[Key]> extends object
      ? `${Key}.${TextPath<NonNullable<T[Key]>>}`
      : never
}[keyof T & string]

/** The path of one of the widget's style values. */
export type StylePath = TextPath<StyleConfig>

/** The style values that are set, by path. Each value is CSS text. */
export type Theme = Partial<Record<StylePath, string>>

/**
 * An input of the theme controls. `property` is the CSS property against which its value is
 * checked, as the widget itself does.
 */
export interface StyleField {
  path: StylePath
  label: string
  property: 'color' | 'border-radius' | 'width' | 'font-family' | 'box-shadow'
  /** The placeholder while no value is set. */
  example: string
}

/** A style value that is one of a few words, with the label of each. The first is the default. */
interface StyleChoice {
  path: StylePath
  label: string
  options: Record<string, string>
}

const color = (path: StylePath, label: string): StyleField => ({ path, label, property: 'color', example: 'Default' })
const radius = (path: StylePath, label = 'Corner radius'): StyleField => ({ path, label, property: 'border-radius', example: '4px' })

/** The brand's color, which alone brands the widget. */
export const accent = color('colors.accent', 'Accent')

/** The arrangement of the providers' buttons. */
export const socialButtons: StyleChoice = {
  path: 'buttons.social',
  label: 'Buttons of providers',
  options: { list: 'A list', grid: 'A grid' },
}

/** The inputs, in groups that a designer expects. */
export const styleFields: { title: string; fields: StyleField[] }[] = [
  {
    title: 'Card and text',
    fields: [
      { path: 'fontFamily', label: 'Font', property: 'font-family', example: 'Arial, sans-serif' },
      { path: 'container.width', label: 'Width', property: 'width', example: '400px' },
      { path: 'container.borderRadius', label: 'Corner radius', property: 'border-radius', example: '8px' },
      color('container.backgroundColor', 'Background'),
      color('container.borderColor', 'Border'),
      { path: 'container.shadow', label: 'Shadow', property: 'box-shadow', example: '0 8px 24px #0003' },
      accent,
      color('colors.primary', 'Text'),
      color('colors.secondary', 'Secondary text'),
      color('colors.success', 'Success'),
      color('colors.warning', 'Warning'),
      color('colors.error', 'Error'),
    ],
  },
  ...(['primary', 'secondary', 'disabled'] as const).map((kind) => ({
    title: `${kind[0]!.toUpperCase()}${kind.slice(1)} button`,
    fields: [
      color(`buttons.${kind}.backgroundColor`, 'Background'),
      color(`buttons.${kind}.textColor`, 'Text'),
      color(`buttons.${kind}.borderColor`, 'Border'),
      radius(`buttons.${kind}.borderRadius`),
    ],
  })),
  {
    title: 'Inputs',
    fields: [
      color('inputs.backgroundColor', 'Background'),
      color('inputs.textColor', 'Text'),
      color('inputs.placeholderColor', 'Placeholder'),
      color('inputs.borderColor', 'Border'),
      radius('inputs.borderRadius'),
    ],
  },
]

/** Every path that a theme can set. */
export const stylePaths: readonly StylePath[] = [
  'colorScheme',
  'logo.logoImageUrl',
  socialButtons.path,
  ...styleFields.flatMap(({ fields }) => fields.map(({ path }) => path)),
]

/**
 * Whether the widget would accept this value for this property. It ignores values that are not
 * valid.
 */
export const fits = ({ property }: StyleField, value: string) => value === '' || CSS.supports(property, value)

/** Returns the style values of a StyleConfig by path. Pure. */
export function toTheme(styles: StyleConfig): Theme {
  const theme: Record<string, string> = {}
  const walk = (values: object, path: string) => {
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === 'string') theme[path + name] = value
      else if (value && typeof value === 'object') walk(value, `${path}${name}.`)
    }
  }
  walk(styles, '')
  return theme
}

/** Returns the theme as a StyleConfig, without empty values. Pure. */
export function toStyleConfig(theme: Theme): StyleConfig {
  const styles: Record<string, unknown> = {}
  for (const path of stylePaths) {
    const value = theme[path]
    if (!value) continue
    const names = path.split('.')
    const last = names.pop()!
    let inner = styles
    for (const name of names) inner = (inner[name] ??= {}) as Record<string, unknown>
    inner[last] = value
  }
  return styles
}
