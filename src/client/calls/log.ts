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
  onLog(): void
}

/**
 * Returns what the log may have of a host's config: nothing that may name a visitor, who has sent
 * nothing yet, or let somebody in. A host may have written an address, a number or a token into
 * what the form begins with, into the parameters for a provider (`login_hint`), and into the query
 * of a URL.
 */
const withoutPeople = (name: string, value: unknown) => {
  if (name === 'prefill' || name === 'provider_params') return
  if (typeof value !== 'string') return value
  const text = value.replace(/[?#].*/s, '')
  return /@|%40|^\+?[\d\s().-]{7,}$|[\w-]{40}/.test(text) ? undefined : text
}

/** How many events are sent at once, and how long a smaller number waits for more, in ms. */
const BATCH = 15
const BATCH_PERIOD = 800

/**
 * Sends the events of `core.log` to the provider, until `signal` aborts. The body is a bare array,
 * sent without credentials and without headers other than its type
 * (docs/internals/protocol.md#the-log). Failures are ignored, so a visitor whose browser blocks the
 * log notices nothing.
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
        batch.map(({ event_name, details }): LogEntry => {
          const { options } = details as { options?: unknown }
          const copy = { ...details, options: options && JSON.parse(JSON.stringify(options, withoutPeople)) }
          const event = { public_token: core.publicToken, event_name, details: copy }
          return { telemetry: telemetry(core.status.now), event: event as LogEntry['event'] }
        }),
      ),
      // so that a batch that is sent on pagehide outlives the page
      keepalive: true,
    } as RequestInit)
  }
  const flush = () => {
    timer = clearTimeout(timer) as undefined
    while (core.pending.length) post(core.pending.splice(0, BATCH)).catch(() => {})
  }
  core.onLog = () => {
    timer ??= setTimeout(flush, BATCH_PERIOD)
    if (core.pending.length >= BATCH) flush()
  }
  core.onLog()
  addEventListener('pagehide', flush, { signal })
  signal.addEventListener('abort', flush)
}
