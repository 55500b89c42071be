import { LatchkeySDKError } from '../../api/baseErrors.ts'
import type { Answer } from '../../api/entities.ts'
import { secondFactorOf } from '../../api/secondFactor.ts'
import { LatchkeyAPIError, type ApiErrorBody, type LatchkeyError } from '../../api/errors.ts'
import { hostChecks } from '../../api/hostChecks.ts'
import { authenticate } from '../../api/sessions.ts'
import { isUnrecoverable } from '../../api/unrecoverable.ts'
import { botCheckOf } from './botChecks.ts'
import { checkAnswer } from './checkAnswer.ts'
import { checkUsage } from './checkUsage.ts'
import type { ClientContext } from '../context.ts'
import type { AnyState } from '../session/state.ts'
import { orUnreachable } from './unreachable.ts'
import type { SettingsLoader } from './settings.ts'
import type { Send } from './transport.ts'
import { warnings } from '../warnings.ts'

const userIdOf = (state: unknown): unknown => (state as { session?: { user_id?: unknown } | null }).session?.user_id

/**
 * Asks a host's own server for the session that a log-in has just begun. Only the server sees its
 * cookie, and a browser that has refused it would send the next page to nobody's account.
 * @throws LatchkeySDKError of code `session_not_kept`
 */
async function readBack(transport: Send, id: unknown): Promise<void> {
  const kept = await transport(authenticate, { session_optional: true }).then(userIdOf, (error) => !isUnrecoverable(error) && id)
  if (kept === id) return
  throw new LatchkeySDKError(
    'The browser has not kept the cookie of the session: look at its Domain, Path, SameSite and Secure, and whether another site shows the page in a frame.',
    'session_not_kept',
  )
}

/**
 * Creates the function that checks what the host has passed, sends a call with the fraud-protection
 * tokens that the project requires, and checks its answer. Third-party scripts load only if the
 * project requires them. If the settings do not arrive in time, the call is sent without tokens. If
 * the provider then refuses it, a call with `guard: 'retry'` is sent again, with them. To a host's
 * own server, each call with a guard is, if that keeps bots away.
 */
export const guardedSend =
  <SomeState extends AnyState>(client: ClientContext<SomeState>, transport: Send, known: SettingsLoader['known']): Send =>
  async (call, body, params, signal) => {
    const { guard } = call
    body = checkUsage(client.brand.method, call, body, params)
    const confirms = client.backend && call.confirms
    if (confirms) body = { ...body!, session_optional: true }
    const send = async (content = body) => {
      try {
        const answer = await transport(call, content, params, signal)
        const logsIn = client.backend && call.signsIn && !call.confirms
        const secondFactor = logsIn && secondFactorOf(answer as object)
        if (confirms && (answer as Partial<Answer & { session: unknown }>).session === null)
          throw LatchkeyAPIError.from({ error_type: 'session_not_found', error_message: 'Nobody is logged in.' }, 404)
        if (!secondFactor) {
          checkAnswer(client.status.read, call, answer)
          if (logsIn && userIdOf(answer) !== userIdOf(client.status.now)) await readBack(transport, userIdOf(answer))
          return answer
        }
        const { request_id, status_code } = answer as Partial<Answer>
        return { request_id, status_code, session: null, session_token: '', session_jwt: '', second_factor_required: secondFactor } as never
      } catch (error) {
        if (hostChecks && client.backend && (error as Partial<ApiErrorBody>).error_type === 'route_not_found')
          client.warn((warnings as Exclude<typeof warnings, false>).unknownRoute(call.route))
        throw error
      }
    }
    if (!guard) return send()
    if (client.backend) {
      const check = await botCheckOf(client, guardedSend(client, transport, known), known)
      if (!check) return send()
      const prove = async () => send({ ...body!, captcha_token: await check.proof(signal) })
      try {
        const answer = await prove().catch((error) => {
          // the address of a phone changes, and a proof grows old
          if ((error as Partial<ApiErrorBody>).error_type !== 'captcha_required') throw error
          return prove()
        })
        if (!call.signsIn || secondFactorOf(answer as object)) check.prepare()
        return answer
      } catch (error) {
        check.prepare()
        throw error
      }
    }
    const sendWithProofs = async (again: boolean) => {
      const { proofs } = await orUnreachable(import('./fraudProofs.ts'))
      return send({ ...body!, ...(await proofs(client, await known(), guard, again)) })
    }
    const settings = await known()
    try {
      return await (settings?.captchaSettings.enabled || settings?.runDFPProtectedAuth ? sendWithProofs(false) : send())
    } catch (error) {
      if (guard !== 'retry' || (error as LatchkeyError).code !== 'captcha_required') throw error
      return sendWithProofs(true)
    }
  }
