import { useArrival } from '../../../ui/arrival.ts'
import { useUi } from '../../../ui/context.ts'
import { Confirmation } from '../../../ui/Confirmation.tsx'
import { useWords } from '../../../ui/words.ts'
import { words } from './words.ts'

/** Says that the visitor is signed in by their wallet. */
export function CryptoConfirmation() {
  const { emit } = useUi()
  const t = useWords(words)
  useArrival(() => emit('AUTHENTICATE_FLOW_COMPLETE', {}))
  return <Confirmation title={t('crypto.success.title')}>{t('crypto.success.content')}</Confirmation>
}
