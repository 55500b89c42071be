import kitSheet from '../../ui/kit.css'
import { useSpoken } from '../../ui/spoken.ts'
import { Message } from '../../ui/Message.tsx'
import { useSheet } from '../../ui/sheets.ts'
import { useWords } from '../../ui/words.ts'
import { words } from './configurationWords.ts'

/** Tells the host, in the place of a log-in screen, why there is none. */
export function WrongConfiguration({ error }: { error: keyof typeof words }) {
  const t = useWords(words)
  useSheet(kitSheet)
  return useSpoken() ? <Message>{t(error)}</Message> : null
}
