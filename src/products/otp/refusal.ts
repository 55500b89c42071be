import { useUi } from '../../ui/context.ts'
import { useWords } from '../../ui/words.ts'
import { words } from './words.ts'

/** Says in words what is wrong with what was typed, of which a form throws the answer; these words come when the visitor turns to the widget. Always rejects. */
export function useRefusal(): (id: 'error.invalidPhoneNumber' | 'errors.invalidEmail') => Promise<never> {
  const ui = useUi()
  const t = useWords(words)
  return async (id) => {
    await ui.kit.load().then(
      ({ laterWords }) => laterWords(ui),
      () => {},
    )
    throw { message: t(id) }
  }
}
