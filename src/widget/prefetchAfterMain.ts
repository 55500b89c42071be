import { replaceTranslations } from '#translation'
import type { Core } from '../client/core.ts'
import { addressHint } from '../ui/fields/AddressHint.tsx'
import type { Ui } from '../ui/context.ts'
import { followCompositions } from '../ui/fields/composition.ts'
import type { StyleConfig } from '../ui/host/config.ts'
import { DEFAULT_PRODUCTS } from '../ui/host/defaults.ts'
import sheet from '../ui/looks/kit.css'
import { keepDraft } from '../ui/visitor/keepDraft.ts'
import { forgetMethod } from '../ui/visitor/lastMethod.ts'
import { fetchLaterWords } from './fetchLaterWords.ts'
import { lookOf, prefetch } from './firstScreenChunks.ts'
import { afterMainChunks, quartzLater } from './laterChunks.ts'

/** Fetches the second half of the look. Resolves with nothing in another look, or if it fails. */
export async function fetchLook(core: Core, styles?: StyleConfig) {
  const look = lookOf(core, styles)
  const halves = look && (await Promise.all([look.load(), quartzLater.load()]).catch(() => undefined))
  return halves && (halves[0].quartzLater.now = halves[1])
}

/**
 * Fetches what the visitor may need after Main: the code of the configured products, and words.
 * Removes what the host does not want remembered. Called when the visitor first touches the widget;
 * `root` is its element.
 */
export function prefetchAfterMain(ui: Ui, root: HTMLElement): void {
  replaceTranslations()
  followCompositions(root)
  // it also has the looks of what the visitor does on the first screen
  ui.adopt(sheet)
  forgetMethod(ui)
  keepDraft(ui, root)
  const hint = (field: Element | null) => {
    // an extension may have put an input of its own into the form
    if (!field?.matches('.lk-input[type=email]:not([readonly])')) return
    Promise.all([addressHint.load(), fetchLaterWords(ui)]).then(
      ([{ hintUnder }]) => hintUnder(field as HTMLInputElement, ui),
      () => {},
    )
  }
  // a handler, which replaces the last one when the host has changed the products
  root.onchange = ({ target }) => hint(target as Element)
  // one that the visitor left before this code had loaded
  hint(root.querySelector('.lk-input[type=email]:not(:focus)'))
  // not `ui.look`, which may have loaded since
  void fetchLook(ui.core, ui.styles).then((module) => {
    if (!module) return
    ui.render(module)
    module.followHeight(root)
  })
  import('./laterEngine.ts').then(
    (later) => later.prove(ui.core, root.querySelector('.lk-card')),
    () => {},
  )
  for (const product of ui.config.products || DEFAULT_PRODUCTS) void prefetch(afterMainChunks[product])
  void fetchLaterWords(ui)
}
