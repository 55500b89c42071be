import { log as call, type LogEntry } from '../api/events.ts'
import type { Core, Noted } from './core.ts'
import { fetchRules, telemetry } from './transport.ts'

/** Entries a batch holds before it is sent at once, and how long the rest waits, in ms (spec section 9). */
const BATCH = 15
const PERIOD = 800

/**
 * Sends what `core.log` notes, until `signal` aborts. The provider takes the bare array, with no header but its type and no credentials (wire.md 2.1);
 * nobody waits for the answer, and a blocked endpoint is not noticed (quality.md, Faults).
 */
export function startLog(core: Core, base: string, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const post = async (batch: Noted[]) => {
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
