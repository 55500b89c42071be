import type { Kit } from '../ui/context.ts'
import type { Texts } from '../ui/words/texts.ts'
import { WORDS_TIMEOUT } from '../ui/words/translator.ts'
import { language, prefetch } from './firstScreenChunks.ts'
import { plainWords } from './laterChunks.ts'

/** Texts that took too long and are still loading. Visitors do not wait for them a second time. */
const late = new WeakSet<Texts>()

/** See {@link Kit}. */
export const fetchLaterWords: Kit['fetchLaterWords'] = async (ui) => {
  const { texts, core } = ui
  if (!ui.language) {
    if (!core.backend) return
    void prefetch(plainWords)
  }
  const coming = language
    .load()
    .then(async ({ addLaterWords }) => addLaterWords(ui))
    .catch(() => {})
    .finally(() => late.delete(texts))
  if (!late.has(texts)) {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLate = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        late.add(texts)
        resolve()
      }, WORDS_TIMEOUT)
    })
    await Promise.race([coming, tooLate])
    clearTimeout(timer)
  }
  texts.waited ||= 'true'
}
