import { useEffect, useState, type ReactNode } from 'react'
import { words } from '../words/codeWords.ts'
import { useUi } from '../context.ts'
import { optionsOf } from '../host/productOptions.ts'
import { minutesAndSeconds } from '../screen/Countdown.tsx'
import { useTimeLeft } from '../useTimeLeft.ts'
import { Inline } from './Field.tsx'
import { useTask } from '../task.ts'
import { TextButton } from './TextButton.tsx'
import { useWords } from '../words/translator.ts'

/** How long 'Code sent' stays, in ms. */
const SENT_NOTICE = 2000

/**
 * Sends another code. The button, next to `children`, says "Resend code", then "Code sent" for two
 * seconds, or other `texts`. `from` is when the last one was sent, by `performance.now()`: if the
 * visitor has to wait, the button counts down.
 */
export function Resend({
  send,
  from,
  texts,
  children,
}: {
  send: () => Promise<void>
  from: number
  texts?: readonly [string, string]
  children?: ReactNode
}) {
  const { config, look } = useUi()
  const t = useWords(words)
  const task = useTask()
  const [isNotice, setNotice] = useState(false)
  const { resendAfterSeconds = look ? 30 : 0 } = optionsOf(config, 'otpOptions')
  const left = useTimeLeft(from, resendAfterSeconds * 1000)
  useEffect(() => {
    if (!isNotice) return
    const timer = setTimeout(() => setNotice(false), SENT_NOTICE)
    return () => clearTimeout(timer)
  }, [isNotice])
  const [again, sent] = texts ?? ([t('passcode.resendCode'), t('passcode.codeSent')] as const)
  const resend = () =>
    task.run(async () => {
      await send()
      setNotice(true)
    })
  const counting = left > 0 &&
    !isNotice && {
      label: t('passcode.resendIn', { timeRemaining: minutesAndSeconds(left) }),
      seconds: left / 1000,
    }
  const button = (
    <TextButton task={isNotice ? { busy: true } : counting ? { ...task, waiting: counting } : task} onClick={() => !isNotice && resend()}>
      {/* as wide as the wider of the two */}
      <span className="lk-swap" data-other={isNotice ? again : sent}>
        <span>{isNotice ? sent : again}</span>
      </span>
    </TextButton>
  )
  return (
    <div>
      <div className="lk-foot">
        {!look && children}
        {/* a live region: for a text message, "Code sent" is the only confirmation */}
        <p className={look ? undefined : 'lk-helper'} role="status">
          {!look && <>{t('passcode.didntGetIt')} </>}
          {button}
        </p>
        {look && children}
      </div>
      <Inline>{task.error}</Inline>
    </div>
  )
}
