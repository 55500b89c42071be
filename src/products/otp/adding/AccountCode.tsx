import { useState } from 'react'
import { otps } from '../../../client/otps.ts'
import { expirationOf } from '../../../ui/codeExpiration.ts'
import { CodeForm } from '../../../ui/CodeForm.tsx'
import { useUi } from '../../../ui/context.ts'
import { Countdown } from '../../../ui/Countdown.tsx'
import type { ScreenProps } from '../../../ui/map.ts'
import { Resend } from '../../../ui/Resend.tsx'
import { Screen } from '../../../ui/Screen.tsx'
import { SentTo } from '../../../ui/SentTo.tsx'
import { useTask } from '../../../ui/task.ts'
import { useWords } from '../../../ui/translator.ts'
import { useSignedInUser } from '../../../ui/useSignedInUser.ts'
import { useFormattedDestination } from '../phone/useFormattedDestination.ts'
import { words } from '../words.ts'
import { sendToAdd } from './sendToAdd.ts'

const wrongCodeErrors = ['otp_code_not_found', 'invalid_code']

/** Asks for the code that was sent to an address or a number, which proves that it is the visitor's and adds it to their account. */
export function AccountCode({ at, go }: ScreenProps<'AccountCode'>) {
  const { kind, destination, methodId } = at
  const ui = useUi()
  const { core, config, minutes, suffix, emit } = ui
  const t = useWords(words)
  const task = useTask()
  const [sent, setSent] = useState({ methodId, when: performance.now() })
  const shown = useFormattedDestination(destination)
  const sentTo = 'account-sent-to' + suffix
  useSignedInUser(go)

  const verify = (code: string) =>
    void task.run(async () => {
      const { method_id: id } = await otps(core).authenticate(code, sent.methodId, { session_duration_minutes: minutes })
      emit('ACCOUNT_CHANGED', { change: 'added', section: kind === 'email' ? 'emails' : 'phoneNumbers', id })
      go({ name: 'Account', added: id })
    })
  const resend = async () => {
    setSent({ methodId: (await sendToAdd(ui, kind, destination)).method_id, when: performance.now() })
    // clears the message about the previous code
    void task.run(async () => {})
  }
  return (
    <Screen title={t('passcode.title')} back={() => go({ name: 'AccountDestination', kind, typed: destination })}>
      <SentTo id={sentTo} destination={shown} />
      <CodeForm
        id={'account-message' + suffix}
        describedBy={sentTo}
        task={task}
        wrongCodeErrors={wrongCodeErrors}
        sending={sent}
        onCode={verify}
      />
      <Resend send={resend}>
        <Countdown from={sent.when} minutes={expirationOf(config)} />
      </Resend>
    </Screen>
  )
}
