import { useEffect, useState } from 'react'
import { useUi } from './context.ts'

/** Whether the words of later screens are here, or have been waited for; then it stays so. Fetches them. For a part that stands on the kit. */
export function useSpoken(): boolean {
  const ui = useUi()
  const [isSpoken, setSpoken] = useState(!ui.language || !!ui.texts.whole)
  useEffect(() => {
    if (!isSpoken)
      void ui.kit
        .load()
        .then(async ({ laterWords }) => laterWords(ui))
        .then(() => setSpoken(true))
  }, [])
  return isSpoken
}
