import * as v from 'valibot'
import * as api from '../../../api/events.ts'
import type { LogEntry } from '../../../api/events.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import type { Parts } from '../parts.ts'

/** How many entries are kept: `latchkey dev` can run for weeks. */
const MOST_ENTRIES = 1_000

/** Every entry is kept, whatever its shape: the test judges it. */
const batch = v.array(v.looseObject({})) as unknown as v.GenericSchema<unknown, LogEntry[]>

/** Serves the call by which clients send their log. */
export const serveEvents = ({ on }: Router, { events, project }: Parts) => {
  on(
    api.log,
    batch,
    (entries) => {
      if (project.backend) return refuse('route_not_found')
      // Only the last entries of a batch can stay, and spreading a whole batch could exceed the
      // number of arguments that a call can have.
      events.push(...entries.slice(-MOST_ENTRIES))
      events.splice(0, events.length - MOST_ENTRIES)
      return {}
    },
    'open',
  )
}
