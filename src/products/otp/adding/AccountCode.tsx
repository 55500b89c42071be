import { otps } from '../../../client/namespaces/otps.ts'
import { useUi } from '../../../ui/context.ts'
import type { ScreenProps } from '../../../ui/map.ts'
import { Screen } from '../../../ui/screen/Screen.tsx'
import { SentCode } from '../../../ui/screen/SentCode.tsx'
import { useTask } from '../../../ui/task.ts'
import { useWords } from '../../../ui/words/translator.ts'
import { useReadableName } from '../../../ui/visitor/useReadableName.ts'
import { useSignedInUser } from '../../../ui/visitor/useSignedInUser.ts'
import { words } from '../words.ts'
import { sendToAdd } from './sendToAdd.ts'

/**
 * Asks for the code that was sent to an address or a number, which proves that it is the visitor's
 * and adds it to their account.
 */
export function AccountCode({ at, go }: ScreenProps<'AccountCode'>) {
  const { kind, destination, methodId } = at
  const ui = useUi()
  const { core, minutes, emit } = ui
  const t = useWords(words)
  const task = useTask()
  const text = useReadableName(destination)(destination)
  useSignedInUser(go)

  const verify = async (code: string, methodId: string) => {
    const { method_id: id } = await otps(core).authenticate(code, methodId, { session_duration_minutes: minutes })
    emit('ACCOUNT_CHANGED', { change: 'added', section: kind === 'email' ? 'emails' : 'phoneNumbers', id })
    go({ name: 'Account', newId: id })
  }
  const sendAgain = () => sendToAdd(ui, kind, destination)
  const sendTo = async (email: string) => go({ ...at, destination: email, methodId: (await sendToAdd(ui, kind, email)).method_id })
  return (
    <Screen title={t('passcode.title')} back={() => go({ name: 'AccountDestination', kind, destination })}>
      <SentCode
        name="account"
        destination={text}
        methodId={methodId}
        task={task}
        verify={verify}
        sendAgain={sendAgain}
        sendTo={kind === 'email' ? sendTo : undefined}
      />
    </Screen>
  )
}
