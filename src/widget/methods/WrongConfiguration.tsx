import kitSheet from '../../ui/looks/kit.css'
import { useLaterWords } from '../../ui/words/useLaterWords.ts'
import { Message } from '../../ui/screen/Message.tsx'
import { useSheet } from '../../ui/looks/sheets.ts'
import { useWords } from '../../ui/words/translator.ts'
import { words } from './configurationWords.ts'

/** Tells the host what is wrong with the configuration, where the log-in screen would be. */
export function WrongConfiguration({ error }: { error: keyof typeof words }) {
  const t = useWords(words)
  useSheet(kitSheet)
  return useLaterWords() ? <Message>{t(error)}</Message> : null
}
