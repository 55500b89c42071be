import type { ClientContext } from '../context.ts'
import type { State, Who } from './state.ts'

/** What this page knows of a part of the state, without asking the provider. */
export interface Observed<Name extends keyof SomeState, SomeState = State> {
  /** The part, as far as this page knows; null if nobody is signed in. */
  getSync(): NonNullable<SomeState[Name]> | null
  /** The same, and whether the provider has confirmed it. */
  getInfo(): { [Part in Name]: NonNullable<SomeState[Name]> | null } & {
    /** True while it is what an earlier page knew, which the provider has not confirmed yet. */
    fromCache: boolean
  }
  /** Calls you back whenever the part changes, with null if nobody is signed in. Returns a function that stops it. */
  onChange(callback: (now: NonNullable<SomeState[Name]> | null) => void): () => void
}

/** The synchronous half of `client.session` and `client.user`. */
export function observe<SomeState extends Who, Name extends keyof SomeState>(
  { status }: ClientContext<SomeState>,
  name: Name,
): Observed<Name, SomeState> {
  const getSync = () => status.now[name] || null
  return {
    getSync,
    getInfo: () => ({ [name]: getSync(), fromCache: status.fromCache }) as ReturnType<Observed<Name, SomeState>['getInfo']>,
    onChange(callback) {
      let seen = getSync()
      return status.subscribe(() => {
        const now = getSync()
        if (now !== seen) callback((seen = now))
      })
    },
  }
}
