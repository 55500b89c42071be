import type { ClientContext } from '../context.ts'
import type { State, AnyState } from './state.ts'

/** The methods that read a part of the state, such as the user, without asking the provider. */
export interface Observed<Name extends keyof SomeState, SomeState = State> {
  /**
   * Returns what the namespace is about, such as the session, as far as this page knows; null if
   * nobody is signed in.
   */
  getSync(): NonNullable<SomeState[Name]> | null
  /** Returns the same, and whether the provider has confirmed it. */
  getInfo(): { [Part in Name]-?: NonNullable<SomeState[Name]> | null } & {
    /** True while it comes from an earlier page, and the provider has not confirmed it yet. */
    fromCache: boolean
  }
  /**
   * Calls you back whenever it changes, with null if nobody is signed in. Returns a function that
   * ends the subscription.
   */
  onChange(callback: (now: NonNullable<SomeState[Name]> | null) => void): () => void
}

/** Creates these methods for the part of the state with this name. */
export function observe<SomeState extends AnyState, Name extends keyof SomeState>(
  { status }: ClientContext<SomeState>,
  name: Name,
): Observed<Name, SomeState> {
  const getSync = () => status.now[name] || null
  return {
    getSync,
    getInfo: () => ({ [name]: getSync(), fromCache: status.fromCache }) as ReturnType<Observed<Name, SomeState>['getInfo']>,
    onChange(callback) {
      let last = getSync()
      return status.subscribe(() => {
        const now = getSync()
        if (now !== last) callback((last = now))
      })
    },
  }
}
