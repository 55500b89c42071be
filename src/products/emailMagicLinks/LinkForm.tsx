import type { Chunk } from '../../ui/chunk.ts'
import { useUi } from '../../ui/context.ts'
import { EmailForm } from '../../ui/EmailForm.tsx'
import type { MailingPart, Props } from '../../ui/map.ts'
import { useTask } from '../../ui/task.ts'

/** Sends a link to the address typed, and leads to the confirmation: `part` has both. */
export function LinkForm({ go, part }: Props<'Main'> & { part: Chunk<MailingPart> }) {
  const ui = useUi()
  const task = useTask()
  const send = (email: string) => task.run(async () => go(await (await part.load()).sendMail(ui, email)))
  return <EmailForm task={task} onEmail={send} onInvalid={() => task.refuse('invalid_email')} />
}
