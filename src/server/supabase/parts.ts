import type { Visit } from '../bridge/calls.ts'
import type { Limits } from '../own/limits.ts'
import type { Store } from '../own/store.ts'
import type { Asker, Json } from './ask.ts'
import type { SupabaseOptions } from './options.ts'
import type { Proofs } from './proofs.ts'
import type { Sessions } from './sessions.ts'

/** What the calls of a server share. */
export interface Parts {
  readonly options: SupabaseOptions
  /** The origin of the host's pages. */
  readonly origin: string
  readonly asker: Asker
  readonly store: Store
  readonly limits: Limits
  readonly sessions: Sessions
  readonly proofs: Proofs
  /** Resolves with what the project says about itself to everybody. */
  settings(visit: Pick<Visit, 'address'>): Promise<Json>
  /** Tells the host of a failure that no answer has. */
  report(route: string, error: unknown): void
}
