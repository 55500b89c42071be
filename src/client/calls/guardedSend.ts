import type { Answer } from '../../api/entities.ts'
import { secondFactorOf } from '../../api/secondFactor.ts'
import type { ApiErrorBody, LatchkeyError } from '../../api/errors.ts'
import { hostChecks } from '../../api/hostChecks.ts'
import { checkAnswer } from './checkAnswer.ts'
import { checkUsage } from './checkUsage.ts'
import type { ClientContext } from '../context.ts'
import type { AnyState } from '../session/state.ts'
import { orUnreachable } from './unreachable.ts'
import type { SettingsLoader } from './settings.ts'
import type { Send } from './transport.ts'
import { warnings } from '../warnings.ts'

/**
 * Creates the function that checks what the host has passed, sends a call with the fraud-protection
 * tokens that the project requires, and checks its answer. Third-party scripts load only if the
 * project requires them. If the settings do not arrive in time, the call is sent without tokens. If
 * the provider then refuses it, a call with `guard: 'retry'` is sent again, with them.
 */
export const guardedSend =
  <SomeState extends AnyState>(client: ClientContext<SomeState>, transport: Send, known: SettingsLoader['known']): Send =>
  async (call, body, params, signal) => {
    const { guard } = call
    body = checkUsage(client.brand.method, call, body, params)
    const send = async (content = body) => {
      try {
        const answer = await transport(call, content, params, signal)
        const secondFactor = client.backend && call.signsIn && !call.confirms && secondFactorOf(answer as object)
        if (!secondFactor) return checkAnswer(client.status.read, call, answer)
        const { request_id, status_code } = answer as Partial<Answer>
        return { request_id, status_code, session: null, session_token: '', session_jwt: '', second_factor_required: secondFactor } as never
      } catch (error) {
        if (hostChecks && client.backend && (error as Partial<ApiErrorBody>).error_type === 'route_not_found')
          client.warn((warnings as Exclude<typeof warnings, false>).unknownRoute(call.route))
        throw error
      }
    }
    if (!guard) return send()
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
