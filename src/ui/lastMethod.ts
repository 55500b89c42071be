import type { OtpMethod } from '../api/otps.ts'
import type { ReactElement } from 'react'
import type { Ui } from './context.ts'

/**
 * How a visitor has logged in, by what they have pressed for it: the email form (for a link, a code or a password), the form for a text or for WhatsApp, the passkey button, the button
 * of a provider or of a wallet. It says nothing about who they are.
 */
export type LastMethod = OtpMethod | 'passkey' | `oauth_${string}` | `wallet ${string}`

/** Where it is stored: the client's own key, and this. Main (widget/methods/) reads it before the kit, which contains this file, has loaded. */
export type LastMethodKey = `${string}::last_method`

/** Returns the mark for the button of a method, an element with a text, if the last log-in on this device was by this method. */
export type LastUsed = (method: LastMethod) => ReactElement<{ children: string }> | false

/** What each factor was pressed for. A factor that is not here, such as an impersonation or a link from the host's own server, leads to nothing that Main could mark. */
const pressed: { readonly [delivery_method: string]: LastMethod } = {
  email: 'email',
  knowledge: 'email',
  sms: 'sms',
  whatsapp: 'whatsapp',
  webauthn_registration: 'passkey',
}

/** Removes what an earlier configuration has stored, if the host wants nothing remembered. Returns whether it does. */
export function forgetMethod({ core, config }: Ui): boolean {
  const key: LastMethodKey = `${core.key}::last_method`
  const unwanted = config.rememberLastMethod === false
  if (unwanted) core.storage.remove(key)
  return unwanted
}

/**
 * Stores how the visitor has just logged in, for the next time that this browser shows the log-in screen, unless the host wants nothing remembered
 * (docs/decisions.md#the-last-used-method-is-a-name-and-nothing-else). `wallet` is the wallet that has signed, which the session does not name.
 */
export function rememberMethod(ui: Ui, wallet?: LastMethod): void {
  const { core } = ui
  const key: LastMethodKey = `${core.key}::last_method`
  if (forgetMethod(ui)) return
  let newest: { delivery_method?: string; last_authenticated_at?: string } = {}
  for (const factor of core.status.now.session?.authentication_factors || [])
    if ((factor.last_authenticated_at || '') >= (newest.last_authenticated_at || '')) newest = factor
  const { delivery_method = '' } = newest
  const method =
    wallet || (delivery_method.startsWith('oauth_') ? delivery_method : Object.hasOwn(pressed, delivery_method) && pressed[delivery_method])
  if (method) core.storage.set(key, method)
}
