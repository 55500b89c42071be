/**
 * Computes how high the log-in screen will be, so that a page can reserve the space before any of
 * the widget's code is loaded.
 */
import type { LoginConfig, StyleConfig } from '../../ui/host/config.ts'
import { arrange, foldOf } from '../../ui/looks/quartz/arrangement.ts'
import * as quartz from '../../ui/looks/quartz/heights.ts'
import { BETWEEN_BUTTONS, BUTTON } from '../../widget/methods/heights.ts'
import { plan, type Block } from '../../widget/methods/plan.ts'
import * as tables from './heightTable.ts'
import { WIDTHS, type HeightTable, type Heights } from './widths.ts'

/** What the height of the log-in screen depends on. */
interface Room {
  /** The config of `mountLogin`. Default: email links only. */
  config?: object
  /**
   * The styles of `mountLogin`. Fonts cannot be measured here: with one much wider than Arial, a
   * text can wrap into more lines than are reserved.
   */
  styles?: object
  /**
   * The language of the texts, as a BCP 47 tag. Default, and for a language without a translation:
   * English. Your own texts count as being as long as ours.
   */
  language?: string
  /** Default: `classic`. */
  look?: Look
}

type Look = NonNullable<StyleConfig['look']>

/** Returns a part's height at each of `WIDTHS`. */
const at = (part: string, language: string, { parts, locales }: HeightTable): Heights => {
  const [main] = language.split('-')
  const locale = Object.keys(locales).find((locale) => locale === language || locale.split('-')[0] === main)
  const own = locale ? locales[locale]! : {}
  // anything that is not in the table is a button of a provider, with one line
  const height = Object.hasOwn(parts, part) ? parts[part]! : parts.other!
  return Object.hasOwn(own, part) ? own[part]! : [height, height, height]
}

const sum = (all: readonly Heights[], between: number): Heights =>
  [0, 1, 2].map((width) => all.reduce((total, heights) => total + heights[width]!, between * (all.length - 1))) as unknown as Heights

/**
 * The part that measures each tab's form. The forms for passwords and for codes by email have the
 * same height as the one for links.
 */
const forms = { 'tab.text': 'sms', 'tab.whatsapp': 'whatsapp', 'tab.email': 'email' }

/** How many columns of names fit at each of `WIDTHS`. */
const columns: Heights = [2, 2, 1]

function heightsOf(block: Block, language: string, look: Look, { buttons }: StyleConfig): Heights {
  const table = tables[look]
  switch (block.kind) {
    case 'oauth': {
      const { providers } = block
      const { length } = providers
      const social = buttons?.social
      const { grid, shown } = look === 'quartz' ? foldOf(length, social) : { grid: social === 'grid', shown: length }
      const button = look === 'quartz' ? quartz.button : BUTTON
      const rows = (fit: number) => Math.ceil(Math.min(length, shown + 1) / fit)
      if (grid) return columns.map((fit) => rows(fit) * (button + BETWEEN_BUTTONS) - BETWEEN_BUTTONS) as unknown as Heights
      return sum(
        providers.map(({ type }) => at(type, language, table)),
        BETWEEN_BUTTONS,
      )
    }
    case 'forms': {
      const names = block.methods.map(({ tab }) => forms[tab])
      const form = at(names[0]!, language, table)
      // the table has each set of tabs once, in this order
      const tabs = ['sms', 'whatsapp', 'email'].filter((name) => names.includes(name)).join('+')
      // the tabs are 16 px from their form in every look
      return names.length > 1 ? sum([at(tabs, language, table), form], tables.classic.gap) : form
    }
    case 'wallets':
    case 'passkey':
    case 'divider':
      return at(block.kind, language, table)
  }
}

/**
 * Returns the width that `styles` gives the widget, in px. Other units count as the default width.
 */
const widthOf = ({ container }: StyleConfig): number => Number(/^\s*(\d+(?:\.\d+)?)px\s*$/.exec(String(container?.width))?.[1] ?? WIDTHS[0])

/**
 * Returns the height of the log-in screen in px: at the widget's full width, on a phone of 375 px
 * and on one of 320 px. Undefined if the configuration is not valid, and the screen shows that.
 * Wallets that a visitor has, the passkey button in a browser without autofill, Google's own prompt
 * and the line under the card are not known in advance, so they are not included.
 */
export function loginHeight({
  config = {},
  styles = {},
  language = 'en',
  look = (styles as StyleConfig).look ?? 'classic',
}: Room): Heights | undefined {
  const table = tables[look]
  const layout = plan(config as LoginConfig, { autofill: true, passkeys: true })
  if ('error' in layout) return undefined
  const { logo, hideHeaderText, ...looks } = styles as StyleConfig
  const { legal } = config as LoginConfig
  const rows = [
    ...(logo?.logoImageUrl ? [at('logo', language, table)] : []),
    ...(hideHeaderText ? [] : [at('title', language, table)]),
    ...(look === 'quartz' ? arrange(layout.blocks) : layout.blocks).map((block) => heightsOf(block, language, look, looks)),
    ...(legal?.termsURL || legal?.privacyURL ? [at('legal', language, table)] : []),
  ]
  const heights = sum(rows, table.gap).map((height, width) => height + table.frame[width]!)
  const own = widthOf(looks)
  // the widest measured width that fits
  return WIDTHS.map(
    (width) => heights[WIDTHS.findIndex((tableWidth) => tableWidth <= Math.min(width, own))] ?? heights.at(-1),
  ) as unknown as Heights
}

/**
 * On a page of this width, the space between margins of 16 px is narrower than the measured width.
 */
const narrowerThan = (width: number) => `(max-width:${width + 31}px)`

/**
 * Returns CSS that gives the element that `selector` names the height of the log-in screen from the
 * page's first paint on. Empty if the height is unknown. Later screens can be lower, but the
 * reserved space stays.
 */
export function reservation(selector: string, room: Room): string {
  const heights = loginHeight(room)
  if (!heights) return ''
  const rule = (height: number) => `${selector}{min-height:${height}px}`
  const [wide, ...narrow] = heights
  return [
    rule(wide),
    ...narrow.map((height, at) => (height === heights[at] ? '' : `@media${narrowerThan(WIDTHS[at]!)}{${rule(height)}}`)),
  ].join('')
}
