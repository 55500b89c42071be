import type { OtpSent } from '../../api/otps.ts'
import { otps } from '../../client/namespaces/otps.ts'
import { expirationOf } from '../../ui/fields/codeExpiration.ts'
import { useUi } from '../../ui/context.ts'
import type { ScreenProps } from '../../ui/map.ts'
import { useTask, type Task } from '../../ui/task.ts'

/**
 * Sends a code to a phone number of the visitor. `send` is a task, and leads to the step that asks
 * for the code; `sendAgain` is neither.
 */
export function useTextMessage(go: ScreenProps<'SecondFactor'>['go']): {
  task: Task
  send: (number: string) => void
  sendAgain: (number: string) => Promise<OtpSent>
} {
  const { core, config, emit } = useUi()
  const task = useTask()
  const sendAgain = async (number: string) => {
    const answer = await otps(core).sms.send(number, { expiration_minutes: expirationOf(config) })
    emit('SECOND_FACTOR_SMS_SEND', answer)
    return answer
  }
  const send = (number: string) =>
    void task.run(async () => go({ name: 'SecondFactor', step: 'sms', number, methodId: (await sendAgain(number)).method_id }))
  return { task, send, sendAgain }
}
