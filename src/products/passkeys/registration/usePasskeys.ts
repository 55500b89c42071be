import { useState, type ReactNode } from 'react'
import type { WebauthnRegistration } from '../../../api/entities.ts'
import { meWithPasskeys } from '../../../api/users.ts'
import { fetchUser, userCalls } from '../../../client/namespaces/userCalls.ts'
import { passkeySignals, webauthn } from '../../../client/namespaces/webauthn.ts'
import type { Core } from '../../../client/core.ts'
import { outlivingVisit } from '../../../ui/visitor/outlivingVisit.ts'
import { useOncePerVisit } from '../../../ui/visitor/useOncePerVisit.ts'
import { useUi } from '../../../ui/context.ts'
import { failureOf, useTask, type Task } from '../../../ui/task.ts'

/** A passkey as the list shows it. */
export interface Passkey
  extends Pick<WebauthnRegistration, 'webauthn_registration_id' | 'name' | 'domain'>,
    Partial<Pick<WebauthnRegistration, 'user_agent' | 'authenticator_type'>> {
  /** A change of this passkey is under way; the next one has to wait. */
  busy?: boolean
  deleted?: boolean
}

/** The passkeys of the visitor who is signed in, and the functions that change them. */
interface Passkeys {
  /** Undefined until it has loaded. */
  list?: Passkey[]
  /** Loads the list from the provider; runs once when the screen appears. */
  loading: Task
  load(): void
  /** What the visitor reads if the provider refused a change. */
  error: ReactNode
  rename(passkey: Passkey, name: string): void
  remove(passkey: Passkey): void
}

/**
 * Loads the passkeys and changes them. A change shows at once; if the provider refuses it, it is undone and the visitor reads why
 * (docs/decisions.md#the-passkey-list-tells-the-truth).
 */
export function usePasskeys(): Passkeys {
  const ui = useUi()
  const loading = useTask()
  const [all, setAll] = useState<Passkey[]>()
  const [error, setError] = useState<ReactNode>()
  const load = () => void loading.run(async () => setAll((await fetchUser(ui.core, meWithPasskeys)).webauthn_registrations))
  useOncePerVisit(load)

  const replace = (passkey: Passkey) =>
    setAll((now) => now?.map((other) => (other.webauthn_registration_id === passkey.webauthn_registration_id ? passkey : other)))
  // not a task, which runs one thing at a time: several passkeys may be changing at once
  const change = async (before: Passkey, after: Passkey, send: (core: Core) => Promise<unknown>) => {
    const { signal } = ui.visit.peek()
    setError(undefined)
    replace({ ...after, busy: true })
    try {
      await send(outlivingVisit(ui.core))
      replace(after)
    } catch (thrown) {
      if (signal.aborted) return
      ui.fail(thrown)
      const { text } = await failureOf(ui, thrown)
      if (signal.aborted) return
      replace(before)
      setError(text)
    }
  }
  return {
    list: all?.filter(({ deleted }) => !deleted),
    loading,
    load,
    error,
    rename: (passkey, name) =>
      void change(passkey, { ...passkey, name }, (core) =>
        webauthn(core).update({ webauthn_registration_id: passkey.webauthn_registration_id, name }),
      ),
    remove: (passkey) =>
      void change(passkey, { ...passkey, deleted: true }, (core) =>
        userCalls(core, passkeySignals).deleteWebauthnRegistration(passkey.webauthn_registration_id),
      ),
  }
}
