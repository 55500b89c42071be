import { log as call, type LogDetails, type LogEntry, type LogName } from '../../api/events.ts'
import type { AnyState } from '../session/state.ts'
import { fetchRules, telemetry } from './transport.ts'

/** An event for the provider's log. */
export type LogEvent = { [Name in LogName]: { event_name: Name; details: LogDetails[Name] } }[LogName]

/** The part of a client's `Core` that the log uses. */
interface LogSource {
  readonly publicToken: string
  readonly status: { readonly now: AnyState }
  readonly pending: LogEvent[]
  noted(): void
}

/** How many events are sent at once, and how long a smaller number waits for more, in ms. */
const BATCH = 15
const BATCH_PERIOD = 800

/**
 * Sends the events of `core.log` to the provider, until `signal` aborts. The body is a bare array, sent without credentials and without headers other than its type
 * (docs/protocol.md#the-log). Failures are ignored, so a visitor whose browser blocks the log notices nothing.
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
      // so that a batch that is sent on pagehide outlives the page
      keepalive: true,
    } as RequestInit)
  }
  const flush = () => {
    timer = clearTimeout(timer) as undefined
    while (core.pending.length) post(core.pending.splice(0, BATCH)).catch(() => {})
  }
  core.noted = () => {
    timer ??= setTimeout(flush, BATCH_PERIOD)
    if (core.pending.length >= BATCH) flush()
  }
  core.noted()
  addEventListener('pagehide', flush, { signal })
  signal.addEventListener('abort', flush)
}
