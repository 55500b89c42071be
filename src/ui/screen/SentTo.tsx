import { words } from '../words/codeWords.ts'
import { rich } from '../words/rich.ts'
import { breakable } from '../words/untrustedText.ts'
import { useWords } from '../words/translator.ts'

export function SentTo({ id, destination }: { id: string; destination: string }) {
  const t = useWords(words)
  return (
    <p id={id}>
      {rich(
        t,
        'passcode.sentConfirmation',
        { destination },
        {
          // a phone number reads from left to right in every script, and stays on one line
          bold: (text) => (
            <strong key="to" dir="ltr">
              {breakable(text.replace(/ /g, '\u00a0'))}
            </strong>
          ),
        },
      )}
    </p>
  )
}
