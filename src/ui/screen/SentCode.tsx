import { useState, type ReactNode } from 'react'
import { AddressHint } from '../fields/AddressHint.tsx'
import { sentExpirationOf } from '../fields/codeExpiration.ts'
import { CodeForm } from '../fields/CodeForm.tsx'
import { Countdown } from './Countdown.tsx'
import { useUi } from '../context.ts'
import { Resend } from '../fields/Resend.tsx'
import { SentTo } from './SentTo.tsx'
import type { Task } from '../task.ts'

/** What the provider refuses a wrong or an old code with. */
const wrongCodeErrors = ['otp_code_not_found', 'invalid_code']

/**
 * Asks for a code that was sent, and can send another one. `name` begins the ids of its elements.
 * `destination` is where the code was sent, as the visitor reads it. `task` runs `verify`, with the
 * code and the id of what was sent last. `sendTo` sends it to another address instead; only where
 * it was sent by email. `change` leads to another address, and `mailbox` to the inbox; only the
 * look `quartz` has them.
 */
export function SentCode({
  name,
  destination,
  methodId,
  task,
  verify,
  sendAgain,
  sendTo,
  change,
  mailbox,
}: {
  name: string
  destination: string
  methodId: string
  task: Task
  verify: (code: string, methodId: string) => Promise<void>
  sendAgain: () => Promise<{ method_id: string }>
  sendTo?: (email: string) => Promise<void>
  change?: () => void
  mailbox?: ReactNode
}) {
  const { config, core, suffix, look } = useUi()
  const [sending, setSending] = useState({ methodId, when: performance.now() })
  const sentTo = name + '-sent-to' + suffix
  const resend = async () => {
    setSending({ methodId: (await sendAgain()).method_id, when: performance.now() })
    // clears the message about the previous code
    void task.run(async () => {})
  }
  const validity = <Countdown from={sending.when} minutes={sentExpirationOf(config, core.bootstrap, destination)} />
  return (
    <>
      <SentTo id={sentTo} destination={destination} change={change} />
      {sendTo && <AddressHint email={destination} take={sendTo} />}
      <CodeForm
        id={name + '-message' + suffix}
        describedBy={sentTo}
        task={task}
        wrongCodeErrors={wrongCodeErrors}
        sending={sending}
        validity={look && validity}
        onCode={(code) => void task.run(() => verify(code, sending.methodId))}
      />
      <Resend send={resend} from={sending.when}>
        {look ? mailbox : validity}
      </Resend>
    </>
  )
}
