import { useEffect, useState, type ReactNode } from 'react'
import { words } from '../words/codeWords.ts'
import { Inline } from './Field.tsx'
import { useTask } from '../task.ts'
import { TextButton } from './TextButton.tsx'
import { useWords } from '../words/translator.ts'

/** How long 'Code sent' stays, in ms. */
const SENT_NOTICE = 2000

/**
 * Sends another code. The button, next to `children`, says "Resend code", then "Code sent" for two
 * seconds.
 */
export function Resend({ send, children }: { send: () => Promise<void>; children: ReactNode }) {
  const t = useWords(words)
  const task = useTask()
  const [isNotice, setNotice] = useState(false)
  useEffect(() => {
    if (!isNotice) return
    const timer = setTimeout(() => setNotice(false), SENT_NOTICE)
    return () => clearTimeout(timer)
  }, [isNotice])
  const texts = [t('passcode.resendCode'), t('passcode.codeSent')] as const
  const resend = () =>
    task.run(async () => {
      await send()
      setNotice(true)
    })
  return (
    <div>
      <div className="lk-foot">
        {children}
        {/* a live region: for a text message, "Code sent" is the only confirmation */}
        <p className="lk-helper" role="status">
          {t('passcode.didntGetIt')}{' '}
          <TextButton task={isNotice ? { busy: true } : task} onClick={() => !isNotice && resend()}>
            {/* as wide as the wider of the two */}
            <span className="lk-swap" data-other={texts[isNotice ? 0 : 1]}>
              <span>{texts[isNotice ? 1 : 0]}</span>
            </span>
          </TextButton>
        </p>
      </div>
      <Inline>{task.error}</Inline>
    </div>
  )
}
