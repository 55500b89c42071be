import { useUi } from '../context.ts'
import { TextButton } from '../fields/TextButton.tsx'
import { words } from '../words/codeWords.ts'
import { rich } from '../words/rich.ts'
import { breakable } from '../words/untrustedText.ts'
import { useWords } from '../words/translator.ts'

/** Says where a code was sent. `change` leads back to the form, in the look `quartz`. */
export function SentTo({ id, destination, change }: { id: string; destination: string; change?: () => void }) {
  const { look } = useUi()
  const t = useWords(words)
  return (
    <p id={id} className={look && 'lk-sub'}>
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
      {look && change && (
        <>
          {' '}
          <TextButton onClick={change}>{t('account.change')}</TextButton>
        </>
      )}
    </p>
  )
}
