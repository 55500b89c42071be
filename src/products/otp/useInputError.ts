import { useUi } from '../../ui/context.ts'
import { useWords } from '../../ui/words/translator.ts'
import { words } from './words.ts'

/**
 * Returns a function that rejects with the message for invalid input, once the words of later
 * screens have loaded. A form calls it in its task, which shows the message.
 */
export function useInputError(): (id: 'error.invalidPhoneNumber' | 'errors.invalidEmail') => Promise<never> {
  const ui = useUi()
  const t = useWords(words)
  return async (id) => {
    await ui.kit.load().then(
      ({ fetchLaterWords }) => fetchLaterWords(ui),
      () => {},
    )
    throw { message: t(id) }
  }
}
