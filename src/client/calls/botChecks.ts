import type { Core } from '../core.ts'
import type { ClientContext } from '../context.ts'
import type { AnyState } from '../session/state.ts'
import type { BotCheck } from './BotCheck.ts'
import type { SettingsLoader } from './settings.ts'
import type { Send } from './transport.ts'
import { unreachable } from './unreachable.ts'

/** The checks of clients, by the signal that ends each. */
const checks = new WeakMap<AbortSignal, Promise<BotCheck | undefined>>()

/**
 * Resolves with what keeps bots away from the host's own server, if its settings say that something
 * does. A later call asks again if they have not come, or if its code has not. `send` is for calls
 * without a guard.
 */
export function botCheckOf<SomeState extends AnyState>(
  client: ClientContext<SomeState>,
  send: Send,
  known: SettingsLoader['known'],
): Promise<BotCheck | undefined> {
  const { ended } = client
  const find = async () => {
    const settings = await known()
    if (!settings) checks.delete(ended)
    const { kind } = settings?.captchaSettings ?? {}
    if (kind === 'proof_of_work') return (await import('./workProofs.ts')).createWorkProofs(client, send)
    return kind && (await import('./vendorProofs.ts')).createVendorProofs(client, settings!.captchaSettings)
  }
  const check =
    checks.get(ended) ??
    find().catch(() => {
      checks.delete(ended)
      throw unreachable()
    })
  checks.set(ended, check)
  return check
}

/**
 * Prepares the next proof for a host's own server, if that asks for one. `parent` is the element in
 * which a vendor may show a challenge. Ignores a failure: the call that needs it tries again.
 */
export async function prove<SomeState extends AnyState>(core: Core<SomeState>, parent?: Element | null): Promise<void> {
  try {
    const { request, known } = await core.engine()
    if (core.backend) (await botCheckOf(core, request, known))?.prepare(parent)
  } catch {}
}
