/** How high the log-in screen will be, so that a page can reserve the room before any of our code is there. */
import type { LoginConfig, StyleConfig } from './ui/config.ts'
import { BETWEEN_BUTTONS } from './widget/methods/heights.ts'
import { plan, type Block } from './widget/methods/plan.ts'
import { frame, gap, parts, wrapped } from './heightTable.ts'

/** Widths of the widget at which parts are measured, in px: its own, and what phones of 375 and 320 px leave it between margins of 16 px. */
export const WIDTHS = [400, 343, 288] as const

/** A height at each of `WIDTHS`, in px. */
export type Heights = readonly [number, number, number]

/** What decides how high the log-in screen is. */
export interface Room {
  /** As `mountLogin` takes it. Default: e-mail links alone. */
  config?: object
  /** Likewise. Fonts are not known here: one much wider than Arial may break a text into more lines than are reserved. */
  styles?: object
  /** The language of the words, as a BCP 47 tag. Default, and for one that we do not have: English. Words of the host's own count as long as ours. */
  language?: string
}

/** A part's height at each of `WIDTHS`. */
const at = (part: string, language: string): Heights => {
  const [main] = language.split('-')
  const locale = Object.keys(wrapped).find((locale) => locale === language || locale.split('-')[0] === main)
  const own = locale ? wrapped[locale]! : {}
  // whatever is not in the table is a button of one line, as that of a provider newer than this file
  const height = Object.hasOwn(parts, part) ? parts[part]! : parts.other!
  return Object.hasOwn(own, part) ? own[part]! : [height, height, height]
}

const sum = (all: readonly Heights[], between: number): Heights =>
  [0, 1, 2].map((width) => all.reduce((total, heights) => total + heights[width]!, between * (all.length - 1))) as unknown as Heights

/** The part of each tab's form. A form for passwords and one for codes by e-mail are that for links. */
const forms = { 'tab.text': 'sms', 'tab.whatsapp': 'whatsapp', 'tab.email': 'email' }

function heightsOf(block: Block, language: string): Heights {
  switch (block.kind) {
    case 'oauth':
      return sum(
        block.providers.map(({ type }) => at(type, language)),
        BETWEEN_BUTTONS,
      )
    case 'forms': {
      const names = block.methods.map(({ tab }) => forms[tab])
      const form = at(names[0]!, language)
      // the table has each set of tabs once
      const tabs = ['sms', 'whatsapp', 'email'].filter((name) => names.includes(name)).join('+')
      return names.length > 1 ? sum([at(tabs, language), form], gap) : form
    }
    case 'wallets':
    case 'passkey':
    case 'divider':
      return at(block.kind, language)
  }
}

/** How wide `styles` makes the widget, in px, where it says so in px. */
const widthOf = ({ container }: StyleConfig): number => Number(/^\s*(\d+(?:\.\d+)?)px\s*$/.exec(String(container?.width))?.[1] ?? WIDTHS[0])

/**
 * Height of the log-in screen in px: where it has all the width that it takes, on a phone of 375 px and on one of 320 px. Undefined where the configuration is
 * wrong, and the screen says so. Wallets that a visitor has, a passkey's button in a browser without autofill, Google's own prompt and the line under the
 * card are not known before, so they are not in it.
 */
export function loginHeight({ config = {}, styles = {}, language = 'en' }: Room): Heights | undefined {
  const planned = plan(config as LoginConfig, { autofill: true, passkeys: true })
  if ('error' in planned) return undefined
  const { logo, hideHeaderText, ...looks } = styles as StyleConfig
  const rows = [
    ...(logo?.logoImageUrl ? [at('logo', language)] : []),
    ...(hideHeaderText ? [] : [at('title', language)]),
    ...planned.blocks.map((block) => heightsOf(block, language)),
  ]
  const heights = sum(rows, gap).map((height) => height + frame)
  const own = widthOf(looks)
  // of the measured widths the next one that is not wider
  return WIDTHS.map(
    (width) => heights[WIDTHS.findIndex((measured) => measured <= Math.min(width, own))] ?? heights.at(-1),
  ) as unknown as Heights
}

/** What a page of that width leaves the widget between margins of 16 px is less than the measured width. */
const narrowerThan = (width: number) => `(max-width:${width + 31}px)`

/**
 * CSS by which the element that `selector` names has the height of the log-in screen from the page's first paint on; empty where nothing is known. Later
 * screens may be lower: the room stays as it is.
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
