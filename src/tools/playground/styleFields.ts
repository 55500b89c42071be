import type { StyleConfig } from '../../entries/index.ts'
import { kindsByPath, styleKinds, type CssKind, type Kind, type StylePath as PathOf } from '../../ui/host/optionKinds.ts'

/** The path of one of the widget's style values that is text. */
export type StylePath = PathOf<CssKind | 'choice' | 'image' | 'text'>

/** The style values that are set, by path. Each value is CSS text. */
export type Theme = Partial<Record<StylePath, string>>

/**
 * An input of the theme controls. `property` is the CSS property against which its value is
 * checked, as the widget itself does.
 */
export interface StyleField {
  path: StylePath
  label: string
  property: CssKind
  /** The placeholder while no value is set. */
  example: string
}

/** A style value that is one of a few words, with the label of each. The first is the default. */
interface StyleChoice {
  path: StylePath
  label: string
  options: Record<string, string>
}

/** The arrangement of the providers' buttons. */
export const socialButtons: StyleChoice = {
  path: 'buttons.social',
  label: 'Buttons of providers',
  options: { list: 'A list', grid: 'A grid' },
}

const card = 'Card and text'

/** The group and the label of each style value, and the placeholder if it is not that below. */
const labels: { [Path in PathOf<CssKind>]: [group: string, label: string, example?: string] } = {
  fontFamily: [card, 'Font'],
  'container.width': [card, 'Width'],
  'container.borderRadius': [card, 'Corner radius', '8px'],
  'container.backgroundColor': [card, 'Background'],
  'container.borderColor': [card, 'Border'],
  'container.shadow': [card, 'Shadow'],
  'colors.accent': [card, 'Accent'],
  'colors.primary': [card, 'Text'],
  'colors.secondary': [card, 'Secondary text'],
  'colors.success': [card, 'Success'],
  'colors.warning': [card, 'Warning'],
  'colors.error': [card, 'Error'],
  'buttons.primary.backgroundColor': ['Primary button', 'Background'],
  'buttons.primary.textColor': ['Primary button', 'Text'],
  'buttons.primary.borderColor': ['Primary button', 'Border'],
  'buttons.primary.borderRadius': ['Primary button', 'Corner radius'],
  'buttons.secondary.backgroundColor': ['Secondary button', 'Background'],
  'buttons.secondary.textColor': ['Secondary button', 'Text'],
  'buttons.secondary.borderColor': ['Secondary button', 'Border'],
  'buttons.secondary.borderRadius': ['Secondary button', 'Corner radius'],
  'buttons.disabled.backgroundColor': ['Disabled button', 'Background'],
  'buttons.disabled.textColor': ['Disabled button', 'Text'],
  'buttons.disabled.borderColor': ['Disabled button', 'Border'],
  'buttons.disabled.borderRadius': ['Disabled button', 'Corner radius'],
  'inputs.backgroundColor': ['Inputs', 'Background'],
  'inputs.textColor': ['Inputs', 'Text'],
  'inputs.placeholderColor': ['Inputs', 'Placeholder'],
  'inputs.borderColor': ['Inputs', 'Border'],
  'inputs.borderRadius': ['Inputs', 'Corner radius'],
}

const examples: { [Property in CssKind]: string } = {
  color: 'Default',
  'border-radius': '4px',
  width: '400px',
  'font-family': 'Arial, sans-serif',
  'box-shadow': '0 8px 24px #0003',
}

const kinds = kindsByPath(styleKinds)
const paths = Object.keys(labels) as (keyof typeof labels)[]
const fieldOf = (path: keyof typeof labels): StyleField => {
  const property = kinds.get(path) as CssKind
  const [, label, example = examples[property]] = labels[path]
  return { path, label, property, example }
}

/** The brand's color, which alone brands the widget. */
export const accent = fieldOf('colors.accent')

/** The inputs, in groups that a designer expects. */
export const styleFields: { title: string; fields: StyleField[] }[] = [...new Set(paths.map((path) => labels[path][0]))].map((title) => ({
  title,
  fields: paths.filter((path) => labels[path][0] === title).map(fieldOf),
}))

/** Whether a theme sets each style that is not CSS. The header has a switch of its own. */
const others: Record<PathOf<Exclude<Kind, CssKind>>, boolean> = {
  look: false,
  colorScheme: true,
  'buttons.social': true,
  hideHeaderText: false,
  'logo.logoImageUrl': true,
  'logo.alt': false,
}

/** Every path that a theme can set. */
export const stylePaths: readonly StylePath[] = [
  ...(Object.keys(others) as (keyof typeof others)[]).filter((path) => others[path]),
  ...paths,
] as StylePath[]

/**
 * Returns whether the widget would accept this value for this property. It ignores values that are
 * not valid.
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

/** Nests values by their paths: `{ a: { b: 1 } }` for `[['a.b', 1]]`. Pure. */
export function nest(values: readonly (readonly [path: string, value: unknown])[]): object {
  const outer: Record<string, unknown> = {}
  for (const [path, value] of values) {
    const names = path.split('.')
    const last = names.pop()!
    let inner = outer
    for (const name of names) inner = (inner[name] ??= {}) as Record<string, unknown>
    inner[last] = value
  }
  return outer
}

/** Returns the theme as a StyleConfig, without empty values. Pure. */
export const toStyleConfig = (theme: Theme): StyleConfig =>
  nest(stylePaths.flatMap((path) => (theme[path] ? [[path, theme[path]] as const] : [])))
