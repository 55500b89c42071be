import { useRef } from 'react'
import { isMeant } from '../../browser/attention.ts'
import { totps } from '../../client/namespaces/totps.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { useUi } from '../../ui/context.ts'
import { Field } from '../../ui/fields/Field.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { tick } from '../../ui/screen/icons.ts'
import { Screen } from '../../ui/screen/Screen.tsx'
import { signedIn } from '../../ui/visitor/signedIn.ts'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/words/translator.ts'
import { useUnseen } from '../../ui/visitor/useUnseen.ts'
import { explainWrongCode } from './explainWrongCode.ts'
import { OtherWays, type StepProps } from './OtherWays.tsx'
import { recoveryCodeOf } from './recoveryCodeOf.ts'
import { useLogIn } from './useLogIn.tsx'
import { words } from './words.ts'

/** Asks for a recovery code of the visitor's authenticator app. */
export function RecoveryCode({ others, go, logIn, draft }: StepProps) {
  const { core, minutes, suffix, emit } = useUi()
  const t = useWords(words)
  const task = useTask()
  const unseen = useUnseen()
  const { trust, trusted } = useLogIn(logIn, task)
  const field = useRef<HTMLInputElement>(null)
  const submit = () => {
    const recovery_code = recoveryCodeOf(field.current!.value)
    if (!recovery_code) return
    void task.run(async () => {
      const answer = signedIn(await totps(core).recover({ recovery_code, session_duration_minutes: minutes, ...trusted() }), go)
      if (!answer) return
      emit('SECOND_FACTOR_AUTHENTICATE', { ...answer, method: 'recoveryCode' })
      go({ name: 'SecondFactor', step: 'recovered' })
    })
  }
  return (
    <Screen title={t('secondFactor.title')} back={logIn?.back}>
      <p>{t('secondFactor.recoveryCode.content')}</p>
      <Form onSubmit={(event) => isMeant(event) && submit()}>
        <Field
          field={field}
          label={t('secondFactor.way.recoveryCode')}
          id={'recovery-code-input' + suffix}
          type="text"
          autoComplete="off"
          autoCorrect="off"
          enterKeyHint="done"
          required
          defaultValue={draft?.recoveryCode}
          task={{ ...task, error: explainWrongCode(task, t) }}
        />
        {trust}
        <Button task={{ ...task, waiting: task.waiting ?? unseen }}>{t('secondFactor.continue')}</Button>
      </Form>
      <OtherWays ways={others} go={go} />
    </Screen>
  )
}

/**
 * Says what a recovery code means for the visitor, before it leads on: the code is spent, and the
 * app that may be lost is still set up.
 */
export function Recovered({ go }: Pick<StepProps, 'go'>) {
  const t = useWords(words)
  return (
    <Screen title={t('secondFactor.recovered.title')} sign={tick} good>
      <p>{t('secondFactor.recovered.content')}</p>
      <Button onClick={() => go({ name: 'SecondFactorConfirmation' })}>{t('secondFactor.continue')}</Button>
    </Screen>
  )
}
