import type { Texts } from './words/texts.ts'

/** The element of each widget that a visitor has touched, by the texts of the widget: they are one object for as long as it is mounted. */
export const roots = new WeakMap<Texts, HTMLElement>()
