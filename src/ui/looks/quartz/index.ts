/** The look `quartz`: what it needs on the first screen. */
import type { ReactElement, ReactNode } from 'react'
import type { Ui } from '../../context.ts'
import sheet from './first.css'

/** The buttons of providers, for `Folded`. */
export interface FoldedProps<Item> {
  items: readonly Item[]
  /** `styles.buttons.social`. */
  social?: 'list' | 'grid'
  wasLast: (item: Item) => unknown
  children: (items: readonly Item[], grid: boolean, more?: ReactElement) => ReactElement
}

/** What the look needs where there is more than the form for an email link (quartzLater.tsx). */
interface Later {
  AskingApp: (props: { otherwise?: ReactNode }) => ReactElement | null
  arrange<Part extends { kind: string }>(parts: Part[]): Part[]
  dressLater(ui: Ui, sheets: Set<string>): void
  followHeight(root: HTMLElement): void
  Folded: <Item>(props: FoldedProps<Item>) => ReactElement
  form: number
  heightOf(part: { kind: string; providers?: unknown[] }, social?: 'list' | 'grid'): number
  PasskeyMark: () => ReactElement
}

/**
 * That part, once one of the screens that need it has fetched it. It is no chunk here, because the
 * first screen has to stay within its promise.
 */
export const quartzLater: { now?: Later } = {}

/**
 * Gives a widget the sheets of the look, and the defaults that are no CSS. Called in each of its
 * renderings.
 */
export function dress(ui: Ui, sheets: Set<string>): void {
  sheets.add(sheet)
  ui.styles = { colorScheme: 'auto', ...ui.styles }
  quartzLater.now?.dressLater(ui, sheets)
}
