import { useState } from 'react'
import { otps } from '../../client/otps.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeForm } from '../../ui/CodeForm.tsx'
import { expirationOf } from '../../ui/codeExpiration.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { useUi } from '../../ui/context.ts'
import { Inline } from '../../ui/Field.tsx'
import { Resend } from '../../ui/Resend.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { SentTo } from '../../ui/SentTo.tsx'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/translator.ts'
import { NumberIn, OtherWays, type StepProps } from './OtherWays.tsx'
import { useTextMessage } from './useTextMessage.ts'
import { masked } from './ways.ts'
import { words } from './words.ts'

/** A code by text message: offers to send one, because a page that is loaded must not send messages by itself, and then asks for it. */
export function TextMessage({ at: { number, methodId }, others, go }: StepProps & { at: { number: string; methodId?: string } }) {
  const t = useWords(words)
  const { task, send, sendAgain } = useTextMessage(go)
  return (
    <Screen title={t('secondFactor.title')}>
      {methodId ? (
        <SentCode number={number} methodId={methodId} sendAgain={sendAgain} go={go} />
      ) : (
        <>
          <p>
            <NumberIn id="secondFactor.sms.content" number={number} />
          </p>
          <div>
            <Button busy={task.busy} onClick={() => send(number)}>
              {t('secondFactor.sms.send')}
            </Button>
            <Inline>{task.error}</Inline>
          </div>
        </>
      )}
      <OtherWays ways={others} go={go} />
    </Screen>
  )
}

const wrongCodeErrors = ['otp_code_not_found', 'invalid_code']

/** Asks for the code that was sent to `number`. */
function SentCode({
  number,
  methodId,
  sendAgain,
  go,
}: { number: string; methodId: string } & Pick<ReturnType<typeof useTextMessage>, 'sendAgain'> & Pick<StepProps, 'go'>) {
  const { core, config, minutes, suffix, emit } = useUi()
  const task = useTask()
  const [sent, setSent] = useState({ methodId, when: performance.now() })
  const sentTo = 'second-factor-about' + suffix
  const verify = (code: string) =>
    void task.run(async () => {
      const answer = await otps(core).authenticate(code, sent.methodId, { session_duration_minutes: minutes })
      emit('SECOND_FACTOR_AUTHENTICATE', { ...answer, method: 'sms' })
      go({ name: 'SecondFactorConfirmation' })
    })
  const resend = async () => {
    setSent({ methodId: (await sendAgain(number)).method_id, when: performance.now() })
    // clears the message about the previous code
    void task.run(async () => {})
  }
  return (
    <>
      <SentTo id={sentTo} destination={masked(number)} />
      <CodeForm
        id={'second-factor-message' + suffix}
        describedBy={sentTo}
        task={task}
        wrongCodeErrors={wrongCodeErrors}
        sending={sent}
        onCode={verify}
      />
      <Resend send={resend}>
        <Countdown from={sent.when} minutes={expirationOf(config)} />
      </Resend>
    </>
  )
}
