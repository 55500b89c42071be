import * as v from 'valibot'
import * as api from '../api/events.ts'
import type { LogEntry } from '../api/events.ts'
import type { Provider } from './provider.ts'

/** How many entries are kept: `latchkey dev` may run for weeks. */
const KEPT = 1_000

/** Any entry is kept, whatever it looks like: a test judges it. */
const batch = v.array(v.looseObject({})) as unknown as v.GenericSchema<unknown, LogEntry[]>

export const serveEvents = ({ on, events }: Provider) => {
  on(
    api.log,
    batch,
    (entries) => {
      // The last ones of the batch are enough, and a spread of a whole one may be more arguments than a call can take.
      events.push(...entries.slice(-KEPT))
      events.splice(0, events.length - KEPT)
      return {}
    },
    'open',
  )
}
