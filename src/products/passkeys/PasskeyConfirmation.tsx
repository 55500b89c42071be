import { useArrival } from '../../ui/arrival.ts'
import { useUi } from '../../ui/context.ts'
import kitSheet from '../../ui/kit.css'
import { Confirmation } from '../../ui/Confirmation.tsx'
import { useSheet } from '../../ui/sheets.ts'
import { useWords } from '../../ui/words.ts'
import { words } from './words.ts'

/** Says that the passkey was right and the visitor is signed in. */
export function PasskeyConfirmation() {
  const { emit } = useUi()
  const t = useWords(words)
  useSheet(kitSheet)
  useArrival(() => emit('AUTHENTICATE_FLOW_COMPLETE', {}))
  return <Confirmation title={t('success.title')}>{t('passkey.success.content')}</Confirmation>
}
