import { useState, type ReactNode } from 'react'
import type { WebauthnRegistration } from '../../../api/entities.ts'
import { meWithPasskeys } from '../../../api/users.ts'
import { askUser } from '../../../client/users.ts'
import { webauthn } from '../../../client/webauthn.ts'
import type { Core } from '../../../client/core.ts'
import { useArrival } from '../../../ui/arrival.ts'
import { useUi } from '../../../ui/context.ts'
import { explained, useTask, type Task } from '../../../ui/task.ts'
import { deletePasskey } from './deletePasskey.ts'

/** A passkey as the list shows it. */
export interface Passkey extends Pick<WebauthnRegistration, 'webauthn_registration_id' | 'name' | 'domain'> {
  /** A change of it is on its way; another has to wait. */
  busy?: boolean
  deleted?: boolean
}

/** The passkeys of whoever is signed in. */
export interface Passkeys {
  /** Undefined until they are known. */
  list?: Passkey[]
  /** Asks the provider for them; runs once on arrival. */
  loading: Task
  load(): void
  /** What the visitor reads when a change was refused. */
  error: ReactNode
  rename(passkey: Passkey, name: string): void
  remove(passkey: Passkey): void
}

/** Changes show at once. One that the provider refuses is taken back, with a sentence (row 13). */
export function usePasskeys(): Passkeys {
  const ui = useUi()
  const loading = useTask()
  const [all, setAll] = useState<Passkey[]>()
  const [error, setError] = useState<ReactNode>()
  const load = () => void loading.run(async () => setAll((await askUser(ui.core, meWithPasskeys)).webauthn_registrations))
  useArrival(load)

  const put = (passkey: Passkey) =>
    setAll((now) => now?.map((other) => (other.webauthn_registration_id === passkey.webauthn_registration_id ? passkey : other)))
  // catches, as a task does: several passkeys may be changing at once
  const change = async (before: Passkey, after: Passkey, send: (core: Core) => Promise<unknown>) => {
    const { signal } = ui.visit.peek()
    setError(undefined)
    put({ ...after, busy: true })
    try {
      await send(outlasting(ui.core))
      put(after)
    } catch (thrown) {
      if (signal.aborted) return
      ui.fail(thrown)
      const sentence = await explained(ui, thrown)
      if (signal.aborted) return
      put(before)
      setError(sentence)
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
    remove: (passkey) => void change(passkey, { ...passkey, deleted: true }, (core) => deletePasskey(core, passkey)),
  }
}

/** The same core, whose calls go on after the visit: what the visitor has seen done is to be done. */
const outlasting = (core: Core): Core => ({ ...core, send: async (...call) => (await core.engine()).send(...call) })
