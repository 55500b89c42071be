import { LatchkeySDKError } from '../../../api/baseErrors.ts'
import type { Call } from '../../../api/call.ts'
import type { Authenticated, Confirmation, SecondFactorRequired, SessionDuration } from '../../../api/entities.ts'
import type { Ui } from '../../../ui/context.ts'

/** Creates the error of a confirmation that the visitor has not made. */
export const canceled = (): LatchkeySDKError =>
  new LatchkeySDKError('The visitor has not confirmed that it is them.', 'confirmation_canceled')

/**
 * Sends a log-in that only confirms who is signed in, the user with this id. Resolves with the
 * second factor that a host's own server wants as well. Such a server refuses another user; of the
 * provider's answer, nothing is kept then.
 */
export async function prove<Body extends object>(
  { core, minutes }: Pick<Ui, 'core' | 'minutes'>,
  userId: string,
  call: Call<Body & SessionDuration & Confirmation, Authenticated>,
  proof: Body,
): Promise<SecondFactorRequired | void> {
  const body = { ...proof, session_duration_minutes: minutes }
  if (core.backend) return (await core.send(call, { ...body, confirm_session: true })).second_factor_required
  const { request } = await core.engine()
  const session = await core.life()
  const turn = session.turn()
  const answer = await request(call, body)
  if (core.status.read(answer).user?.user_id !== userId) throw canceled()
  session.keep(answer, turn, core.tokens)
}
