import { useState, type ReactNode } from 'react'
import type { WebauthnRegistration } from '../../../api/entities.ts'
import { meWithPasskeys } from '../../../api/users.ts'
import { fetchUser, userCalls } from '../../../client/namespaces/userCalls.ts'
import { passkeyNotices, webauthn } from '../../../client/namespaces/webauthn.ts'
import { useOncePerVisit } from '../../../ui/visitor/useOncePerVisit.ts'
import { useUi } from '../../../ui/context.ts'
import { useTask, type Task } from '../../../ui/task.ts'
import { useChanges } from '../../shared/useChanges.ts'

export interface Passkey
  extends Pick<WebauthnRegistration, 'webauthn_registration_id' | 'name' | 'domain'>,
    Partial<Pick<WebauthnRegistration, 'user_agent' | 'authenticator_type'>> {
  /** The new name that the provider has refused. */
  draft?: string
  /** A change of this passkey is under way; the next one has to wait. */
  busy?: boolean
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
 * Loads the passkeys and changes them. A change shows at once; if the provider refuses it, it is
 * undone and the visitor reads why (docs/decisions/README.md#the-passkey-list-tells-the-truth).
 */
export function usePasskeys(): Passkeys {
  const { core } = useUi()
  const loading = useTask()
  const [all, setAll] = useState<Passkey[]>()
  const { underWay, refusal, change } = useChanges()
  const load = () => void loading.run(async () => setAll((await fetchUser(core, meWithPasskeys)).webauthn_registrations))
  useOncePerVisit(load)
  return {
    list: all?.flatMap((passkey) => {
      const change = underWay[passkey.webauthn_registration_id]
      if (!change)
        return refusal?.id === passkey.webauthn_registration_id && refusal.name ? [{ ...passkey, draft: refusal.name }] : [passkey]
      return change === 'removal' ? [] : [{ ...passkey, ...change, busy: true }]
    }),
    loading,
    load,
    error: refusal?.text,
    rename({ webauthn_registration_id }, name) {
      change(
        webauthn_registration_id,
        { name },
        (core) => webauthn(core).update({ webauthn_registration_id, name }),
        () =>
          setAll((now) => now?.map((other) => (other.webauthn_registration_id === webauthn_registration_id ? { ...other, name } : other))),
      )
    },
    remove({ webauthn_registration_id }) {
      change(
        webauthn_registration_id,
        'removal',
        (core) => userCalls(core, passkeyNotices).deleteWebauthnRegistration(webauthn_registration_id),
        () => setAll((now) => now?.filter((other) => other.webauthn_registration_id !== webauthn_registration_id)),
      )
    },
  }
}
