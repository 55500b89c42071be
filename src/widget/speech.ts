import type { Kit } from '../ui/context.ts'
import { type Texts, WORDS_PATIENCE } from '../ui/words.ts'
import { language } from './chunks.ts'

/** Texts whose words did not come in that time, and are still on their way: nobody waits for them a second time. */
const late = new WeakSet<Texts>()

/** See {@link Kit}. */
export const laterWords: Kit['laterWords'] = async (ui) => {
  const { texts } = ui
  if (!ui.language) return
  const coming = language
    .load()
    .then(async ({ speakOn }) => speakOn(ui))
    .catch(() => {})
    .finally(() => late.delete(texts))
  if (!late.has(texts)) {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLate = new Promise<void>((done) => {
      timer = setTimeout(() => {
        late.add(texts)
        done()
      }, WORDS_PATIENCE)
    })
    await Promise.race([coming, tooLate])
    clearTimeout(timer)
  }
  texts.whole ||= 'true'
}
