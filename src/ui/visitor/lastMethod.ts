import type { ReactElement } from 'react'
import type { Ui } from '../context.ts'
import type { LastMethod } from '../map.ts'

/**
 * Where it is stored: the client's own key, and this. Main (widget/methods/) reads it before the
 * kit, which contains this file, has loaded.
 */
export type LastMethodKey = `${string}::last_method`

/**
 * Returns the mark for the button of a method, an element with a text, if the last log-in on this
 * device was by this method.
 */
export type LastUsed = (method: LastMethod) => ReactElement<{ children: string }> | false

/**
 * Returns the way that a factor belongs to. A factor such as an impersonation, a link from the
 * host's own server or an authenticator app belongs to nothing that Main could mark.
 */
const methodOf = ({ delivery_method: factor = '' }: { delivery_method?: string }) =>
  factor === 'knowledge'
    ? 'email'
    : factor === 'webauthn_registration'
      ? 'passkey'
      : /^(email|sms|whatsapp|oauth_.+)$/.test(factor) && factor

/**
 * Removes what an earlier configuration has stored, if the host wants nothing remembered. Returns
 * whether it does.
 */
export function forgetMethod({ core, config }: Ui): boolean {
  const key: LastMethodKey = `${core.key}::last_method`
  const unwanted = config.rememberLastMethod === false
  if (unwanted) core.storage.remove(key)
  return unwanted
}

/**
 * Stores how the visitor has just logged in, for the next time that this browser shows the log-in
 * screen, unless the host wants nothing remembered
 * (docs/decisions/only-the-last-method-is-remembered.md).
 * `wallet` is the wallet that has signed, which the session does not name.
 */
export function rememberMethod(ui: Ui, wallet?: LastMethod): void {
  const { core } = ui
  const key: LastMethodKey = `${core.key}::last_method`
  if (forgetMethod(ui)) return
  const factors: { delivery_method?: string; last_authenticated_at?: string }[] = core.status.now.session?.authentication_factors || []
  const timeOf = (factor: (typeof factors)[number]) => factor.last_authenticated_at || ''
  // the last one of the newest
  const newest = factors.reduce((best, factor) => (timeOf(factor) < timeOf(best) ? best : factor), {})
  const method = wallet || methodOf(newest)
  if (method) core.storage.set(key, method)
}
