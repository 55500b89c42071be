import type { Kit } from '../ui/context.ts'
import { language } from './chunks.ts'

/** See {@link Kit}. */
export const laterWords: Kit['laterWords'] = async (ui) => {
  if (!ui.language) return
  const found = await language.load().catch(() => undefined)
  await found?.speakOn(ui)
}
