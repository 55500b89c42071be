import { useEffect, useState } from 'react'
import { useUi } from '../context.ts'

/**
 * Fetches the words of later screens, in the widget's language. Returns true once they have loaded,
 * have failed to load or take too long. Only for components that load with the kit or after it.
 */
export function useLaterWords(): boolean {
  const ui = useUi()
  const [isReady, setReady] = useState(!ui.language || !!ui.texts.waited)
  useEffect(() => {
    if (!isReady)
      void ui.kit
        .load()
        .then(async ({ fetchLaterWords }) => fetchLaterWords(ui))
        .then(() => setReady(true))
  }, [])
  return isReady
}
