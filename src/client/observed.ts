import type { Core } from './core.ts'
import type { State } from './state.ts'

/** What a host can see of one part of the state without asking the provider. */
export interface Observed<Name extends keyof State> {
  /** The part, as far as this page knows; null when signed out. */
  getSync(): NonNullable<State[Name]> | null
  /** The same, and whether it is still the copy of an earlier page that nobody has confirmed. */
  getInfo(): { [Part in Name]: NonNullable<State[Name]> | null } & { fromCache: boolean }
  /** Calls back whenever its reference is another than the last one seen (wire.md 1.4), with null when signed out. Returns the way to stop. */
  onChange(callback: (now: NonNullable<State[Name]> | null) => void): () => void
}

/** The synchronous half of `client.session` and `client.user`. */
export function observed<Name extends keyof State>({ status }: Core, name: Name): Observed<Name> {
  const getSync = () => status.now[name] || null
  return {
    getSync,
    getInfo: () => ({ [name]: getSync(), fromCache: status.fromCache }) as ReturnType<Observed<Name>['getInfo']>,
    onChange(callback) {
      let seen = getSync()
      return status.subscribe(() => {
        const now = getSync()
        if (now !== seen) callback((seen = now))
      })
    },
  }
}
