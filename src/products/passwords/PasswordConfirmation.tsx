import { useArrival } from '../../ui/arrival.ts'
import { Confirmation } from '../../ui/Confirmation.tsx'
import { useUi } from '../../ui/context.ts'
import { useWords } from '../../ui/words.ts'
import { words } from './words.ts'

/** Says that the visitor is signed in. */
export function PasswordConfirmation() {
  const { emit } = useUi()
  const t = useWords(words)
  useArrival(() => emit('AUTHENTICATE_FLOW_COMPLETE', {}))
  return <Confirmation title={t('success.title')}>{t('login.success.content')}</Confirmation>
}
