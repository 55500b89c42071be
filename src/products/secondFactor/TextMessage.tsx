import { untilSeen } from '../../browser/attention.ts'
import { otps } from '../../client/namespaces/otps.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { useUi } from '../../ui/context.ts'
import { Inline } from '../../ui/fields/Field.tsx'
import { Screen } from '../../ui/screen/Screen.tsx'
import { SentCode } from '../../ui/screen/SentCode.tsx'
import { signedIn } from '../../ui/visitor/signedIn.ts'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/words/translator.ts'
import { NumberIn, OtherWays, type StepProps } from './OtherWays.tsx'
import { useTextMessage } from './useTextMessage.ts'
import { masked } from './ways.ts'
import { words } from './words.ts'

/**
 * A code by text message: offers to send one, because a page that is loaded must not send messages
 * by itself, and then asks for it.
 */
export function TextMessage({ at: { number, methodId }, others, go }: StepProps & { at: { number: string; methodId?: string } }) {
  const t = useWords(words)
  const { task, send, sendAgain } = useTextMessage(go)
  return (
    <Screen title={t('secondFactor.title')}>
      {methodId ? (
        <CodeOf number={number} methodId={methodId} sendAgain={sendAgain} go={go} />
      ) : (
        <>
          <p>
            <NumberIn id="secondFactor.sms.content" number={number} />
          </p>
          <div>
            <Button task={task} onClick={() => send(number)}>
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

/** Asks for the code that was sent to `number`. */
function CodeOf({
  number,
  methodId,
  sendAgain,
  go,
}: { number: string; methodId: string } & Pick<ReturnType<typeof useTextMessage>, 'sendAgain'> & Pick<StepProps, 'go'>) {
  const { core, minutes, emit } = useUi()
  const task = useTask()
  const verify = async (code: string, methodId: string) => {
    await untilSeen()
    const answer = signedIn(await otps(core).authenticate(code, methodId, { session_duration_minutes: minutes }), go)
    if (!answer) return
    emit('SECOND_FACTOR_AUTHENTICATE', { ...answer, method: 'sms' })
    go({ name: 'SecondFactorConfirmation' })
  }
  return (
    <SentCode
      name="second-factor"
      destination={masked(number)}
      methodId={methodId}
      task={task}
      verify={verify}
      sendAgain={() => sendAgain(number)}
    />
  )
}
