import { refusal } from '../bridge/refusals.ts'
import type { Asker } from './ask.ts'
import { sessionIn, text } from './entities.ts'
import { CONFIRMATION_PATH } from './plugin/paths.ts'

/** Counts a try to confirm who is signed in. Resolves with a function that takes it back. */
export const confirmations = async ({ ask }: Asker): Promise<() => Promise<void>> => {
  const { receipt } = await ask(`POST ${CONFIRMATION_PATH}`, { body: {} })
  return async () => void (await ask(`POST ${CONFIRMATION_PATH}`, { body: { undo: text(receipt) } }))
}

/**
 * Logs in the user who confirms. Better Auth calls a session fresh by when it began, so a new one
 * replaces the one that is there, which ends. Ends the new one, too, if another user logged in.
 */
export const replacing = async (asker: Asker, userId: string, logIn: () => Promise<unknown>): Promise<unknown> => {
  const before = await sessionIn(asker)
  const result = await logIn()
  const after = await sessionIn(asker)
  if (!after.user) return result
  if (text(after.user.id) !== userId) {
    await asker.try('POST /sign-out', { body: {} })
    throw refusal('confirmation_refused')
  }
  const token = text(before.session?.token)
  if (token && token !== after.session?.token) await asker.try('POST /revoke-session', { body: { token } })
  return result
}
