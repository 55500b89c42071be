import { log as call, type LogDetails, type LogEntry, type LogName } from '../api/events.ts'
import type { Who } from './session/state.ts'
import { fetchRules, telemetry } from './transport.ts'

/** An event for the provider's log, as it is noted. */
export type LogEvent = { [Name in LogName]: { event_name: Name; details: LogDetails[Name] } }[LogName]

/** What the log is read from: the `Core` of a client. */
interface LogSource {
  readonly publicToken: string
  readonly status: { readonly now: Who }
  readonly pending: LogEvent[]
  noted(): void
}

/** Entries a batch holds before it is sent at once, and how long the rest waits, in ms (spec section 9). */
const BATCH = 15
const PERIOD = 800

/**
 * Sends what `core.log` notes, until `signal` aborts. The provider takes the bare array, with no header but its type and no credentials (wire.md 2.1);
 * nobody waits for the answer, and a blocked endpoint is not noticed (quality.md, Faults).
 */
export function startLog(core: LogSource, base: string, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const post = async (batch: LogEvent[]) => {
    const [method, path] = call.route.split(' ') as [string, string]
    await fetch(`${base}/sdk/v1${path}`, {
      __proto__: null,
      method,
      ...fetchRules,
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(
        batch.map((event): LogEntry => ({ telemetry: telemetry(core.status.now), event: { public_token: core.publicToken, ...event } })),
      ),
      // a batch sent on pagehide outlives the page
      keepalive: true,
    } as RequestInit)
  }
  const flush = () => {
    timer = clearTimeout(timer) as undefined
    while (core.pending.length) post(core.pending.splice(0, BATCH)).catch(() => {})
  }
  core.noted = () => {
    timer ??= setTimeout(flush, PERIOD)
    if (core.pending.length >= BATCH) flush()
  }
  core.noted()
  addEventListener('pagehide', flush, { signal })
  signal.addEventListener('abort', flush)
}
