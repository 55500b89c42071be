import type { LatchkeyError } from '../api/errors.ts'
import { checked } from './answer.ts'
import type { ClientContext } from './context.ts'
import type { Who } from './session/state.ts'
import { fetched } from './failure.ts'
import type { Settings } from './settings.ts'
import type { Send } from './transport.ts'

/**
 * Sends a call with what the project asks for as fraud protection, and checks its answer. Scripts of third parties are loaded only where the project asks for them. Settings
 * that are not known do not hold a call up for long; the provider asks for what it misses, and a call that may is sent once more with that.
 */
export const createRequest =
  <SomeState extends Who>(client: ClientContext<SomeState>, sendOnce: Send, known: Settings['known']): Send =>
  async (call, body, params, signal) => {
    const { guard } = call
    const send = async (given = body) => checked(client.status.read, call, await sendOnce(call, given, params, signal))
    if (!guard) return send()
    const guarded = async (again: boolean) => {
      const { proofs } = await fetched(import('./guard.ts'))
      return send({ ...body!, ...(await proofs(client, await known(), guard, again)) })
    }
    const settings = await known()
    try {
      return await (settings?.captchaSettings.enabled || settings?.runDFPProtectedAuth ? guarded(false) : send())
    } catch (error) {
      if (guard !== 'retry' || (error as LatchkeyError).code !== 'captcha_required') throw error
      return guarded(true)
    }
  }
