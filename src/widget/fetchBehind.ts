import type { Ui } from '../ui/context.ts'
import { DEFAULT_PRODUCTS } from '../ui/defaults.ts'
import { quietly } from './chunks.ts'
import { behind } from './laterChunks.ts'
import { laterWords } from './speech.ts'

/** Fetches what stands behind Main, as the visitor has turned to the widget. */
export function fetchBehind(ui: Ui): void {
  for (const product of ui.config.products || DEFAULT_PRODUCTS) quietly(behind[product])
  void laterWords(ui)
}
