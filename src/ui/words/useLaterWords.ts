import { useEffect, useState } from 'react'
import { useUi } from '../context.ts'

/**
 * Fetches the words of later screens, in the widget's language. Returns true once they have loaded,
 * have failed to load or take too long. Only for components that load with the kit or after it.
 * `isSameInPlain`: the texts are the same in plain English, which need not load for them.
 */
export function useLaterWords(isSameInPlain?: true): boolean {
  const ui = useUi()
  const [isReady, setReady] = useState(!(ui.language || (!isSameInPlain && ui.core.backend)) || !!ui.texts.waited)
  useEffect(() => {
    if (!isReady)
      void ui.kit
        .load()
        .then(async ({ fetchLaterWords }) => fetchLaterWords(ui))
        .then(() => setReady(true))
  }, [])
  return isReady
}
