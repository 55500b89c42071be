import { untilSeen } from '../../browser/attention.ts'
import { totps } from '../../client/namespaces/totps.ts'
import { CodeForm } from '../../ui/fields/CodeForm.tsx'
import { useUi } from '../../ui/context.ts'
import { Screen } from '../../ui/screen/Screen.tsx'
import { signedIn } from '../../ui/visitor/signedIn.ts'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/words/translator.ts'
import { wrongAppCodeErrors } from '../shared/wrongAppCodeErrors.ts'
import { explainWrongCode } from './explainWrongCode.ts'
import { OtherWays, type StepProps } from './OtherWays.tsx'
import { useLogIn } from './useLogIn.tsx'
import { words } from './words.ts'

/** Asks for the code of the visitor's authenticator app. */
export function AppCode({ others, go, logIn }: StepProps) {
  const { core, minutes, suffix, emit } = useUi()
  const t = useWords(words)
  const task = useTask()
  const about = 'second-factor-about' + suffix
  const { trust, trusted } = useLogIn(logIn, task)
  const verify = (totp_code: string) =>
    void task.run(async () => {
      await untilSeen()
      const answer = signedIn(await totps(core).authenticate({ totp_code, session_duration_minutes: minutes, ...trusted() }), go)
      if (!answer) return
      emit('SECOND_FACTOR_AUTHENTICATE', { ...answer, method: 'totp' })
      go({ name: 'SecondFactorConfirmation' })
    })
  return (
    <Screen title={t('secondFactor.title')} back={logIn?.back}>
      <p id={about}>{t('secondFactor.totp.content')}</p>
      {trust}
      <CodeForm
        id={'second-factor-message' + suffix}
        describedBy={about}
        task={task}
        error={explainWrongCode(task, t)}
        wrongCodeErrors={wrongAppCodeErrors}
        onCode={verify}
      />
      <OtherWays ways={others} go={go} />
    </Screen>
  )
}
