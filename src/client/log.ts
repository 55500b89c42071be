import { log as call, type LogDetails, type LogEntry, type LogName } from '../api/events.ts'
import type { AnyState } from './session/state.ts'
import { fetchRules, telemetry } from './transport.ts'

/** An event for the provider's log. */
export type LogEvent = { [Name in LogName]: { event_name: Name; details: LogDetails[Name] } }[LogName]

/** What the log needs of a client's `Core`. */
interface LogSource {
  readonly publicToken: string
  readonly status: { readonly now: AnyState }
  readonly pending: LogEvent[]
  noted(): void
}

/** How many entries are sent at once without waiting, and how long fewer wait, in ms. */
const BATCH = 15
const PERIOD = 800

/**
 * Sends what `core.log` notes, until `signal` aborts. The provider takes a bare array, with no header but its type and without credentials
 * (docs/protocol.md#the-log). Nobody waits for the answer, so a visitor whose browser blocks the log notices nothing.
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
      // so a batch that is sent on pagehide outlives the page
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
