import { useEffect, useLayoutEffect, type RefObject } from 'react'
import type { Core } from '../client/core.ts'
import { whenShown } from '../ui/chunks/chunk.ts'
import type { Ui } from '../ui/context.ts'
import { fetchMain, kit, laterEngine, prefetch } from './firstScreenChunks.ts'

/**
 * Fetches what the visitor will need, before they need it: at once, what the configured products
 * show; when the visitor turns to the widget, what calls and later screens need; after the first
 * paint, the project's settings, with which the widget renders again. Notes for the log that the
 * log-in screen has been shown.
 */
export function useFetchAhead(ui: Ui, core: Core, root: RefObject<HTMLElement | null>): void {
  // a layout effect, so that `whenShown` waits for these chunks
  useLayoutEffect(() => {
    // the host may have removed it when the code arrives
    const element = root.current!
    void fetchMain(ui.config.products)
    const fetchLater = () => {
      // asks for the project's settings, for which a call waits, while the other files still come
      core.engine().catch(() => {})
      void prefetch(laterEngine)
      kit.load().then(
        (module) => module.prefetchAfterMain(ui, element),
        () => {},
      )
    }
    // `input`, too, for a field that had the focus before this code ran; `pointerdown` for Safari,
    // where a pressed button gets no focus. A finger that begins to scroll on the widget fetches,
    // too. `click` for a button that was pressed before this code ran.
    for (const type of ['focusin', 'input', 'pointerdown', 'click']) element.addEventListener(type, fetchLater, { once: true })
  }, [ui.config.products?.join()])
  useEffect(() => {
    const visit = ui.visit.peek()
    const { name } = visit.place
    // other pages call the provider before the visitor does anything; the chunk comes with the
    // engine
    const begin = name === 'PasswordResetForm' || name === 'Main' ? whenShown() : prefetch(laterEngine)!
    void begin
      .then(core.engine)
      .then((engine) => engine.load())
      .catch(() => {})
      .then((bootstrap) => {
        ui.render(bootstrap)
        // once, also if StrictMode runs this twice
        if (name !== 'Main' || visit.ranOnce) return
        visit.ranOnce = true
        core.log('render_login_screen', { options: ui.config, bootstrap: bootstrap || core.bootstrap })
      })
  }, [core])
}
