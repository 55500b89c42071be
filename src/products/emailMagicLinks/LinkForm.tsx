import type { Chunk } from '../../ui/chunks/chunk.ts'
import { useUi } from '../../ui/context.ts'
import { EmailForm } from '../../ui/fields/EmailForm.tsx'
import type { MailProduct, ScreenProps } from '../../ui/map.ts'
import { useTask } from '../../ui/task.ts'

/**
 * The email form that sends a link and leads to the confirmation; `product` has the code for both.
 */
export function LinkForm({ at, go, product }: ScreenProps<'Main'> & { product: Chunk<MailProduct> }) {
  const ui = useUi()
  const task = useTask()
  return <EmailForm draft={at.draft?.email} task={task} onEmail={async (email) => go(await (await product.load()).sendMail(ui, email))} />
}
