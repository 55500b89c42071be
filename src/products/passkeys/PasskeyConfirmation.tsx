import { useArrival } from '../../ui/arrival.ts'
import { useUi } from '../../ui/context.ts'
import { kit } from '../../ui/kit.ts'
import { useSheet } from '../../ui/sheets.ts'
import { useWords } from '../../ui/words.ts'
import { words } from './words.ts'

const { Confirmation } = kit

/** Says that the passkey was right and the visitor is signed in. */
export function PasskeyConfirmation() {
  const { emit } = useUi()
  const t = useWords(words)
  useSheet(kit.sheet)
  useArrival(() => emit('AUTHENTICATE_FLOW_COMPLETE', {}))
  return <Confirmation title={t('success.title')}>{t('passkey.success.content')}</Confirmation>
}
