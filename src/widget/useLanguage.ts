import { useLayoutEffect } from 'react'
import { delayShown } from '../ui/chunks/chunk.ts'
import type { Ui } from '../ui/context.ts'
import { WORDS_TIMEOUT } from '../ui/words/translator.ts'
import { language as chunk } from './firstScreenChunks.ts'
import type { AnyHostProps } from './hostProps.ts'

/**
 * Fetches the words of the host's language, and again if the host names another one. If they fail
 * to load or take too long, the widget is in English.
 */
export function useLanguage(ui: Ui, language: AnyHostProps['language']): void {
  useLayoutEffect(() => {
    if (language ? language.default : !ui.texts.lang) return
    const inEnglish = () => ui.texts.lang || ui.render((ui.texts.lang = 'en'))
    const timer = setTimeout(inEnglish, WORDS_TIMEOUT)
    delayShown(
      chunk
        .load()
        .then((module) => module.applyLanguage(ui))
        .catch(inEnglish),
    )
    // it would keep the widget in memory
    return () => clearTimeout(timer)
  }, [language])
}
