import { useArrival } from '../../../ui/arrival.ts'
import { useUi } from '../../../ui/context.ts'
import { Confirmation } from '../../../ui/Confirmation.tsx'
import { useWords } from '../../../ui/words.ts'
import { words } from './words.ts'

/** Says that the passkey was right and the visitor is signed in. */
export function PasskeyConfirmation() {
  const { emit } = useUi()
  const t = useWords(words)
  useArrival(() => emit('AUTHENTICATE_FLOW_COMPLETE', {}))
  return <Confirmation title={t('success.title')}>{t('passkey.success.content')}</Confirmation>
}
