import { base } from './base.ts'
import type { Fault, OutboxMessage, Planted, Project, Seed } from '../emulator/index.ts'

export type { Fault, OutboxMessage, Project } from '../emulator/index.ts'

const control = async <Result>(method: string, name: string, body?: unknown): Promise<Result> => {
  const response = await fetch(`${base}/_emulator/${name}`, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  if (!response.ok) throw new Error(`The emulator answered ${response.status} to ${method} ${name}`)
  return (await response.json()) as Result
}

const skew = async (advance_ms: number) => {
  const { now } = await control<{ now: string }>('POST', 'clock', { advance_ms })
  const ahead = Date.parse(now) - Date.now()
  // The emulator's time has whole seconds only.
  return Math.abs(ahead) < 2000 ? 0 : ahead
}

/**
 * The emulator's own routes, below the playground. Each method rejects if the emulator does not
 * answer.
 */
export const emulator = {
  /** The messages sent so far, newest last. */
  outbox: () => control<OutboxMessage[]>('GET', 'outbox'),
  project: () => control<Project>('GET', 'project'),
  setProject: (patch: Partial<Project>) => control<Project>('PATCH', 'project', patch),
  /**
   * Makes the project one of users, for pages whose client is. The page of organizations may have
   * been here. Never rejects: the page says what does not answer.
   */
  ofUsers: () => control('PATCH', 'project', { vertical: 'CONSUMER' }).catch(() => {}),
  faults: () => control<Fault[]>('GET', 'faults'),
  setFaults: (faults: Fault[]) => control<Fault[]>('PATCH', 'faults', faults),
  /** Returns by how many ms the emulator's clock is ahead of this machine's. */
  ahead: () => skew(0),
  /** Moves the emulator's clock forward, and returns by how many ms it is ahead then. */
  advance: (ms: number) => skew(ms),
  /** Adds users and apps, and sets the policy. */
  seed: (seed: Seed) => control<Planted>('POST', 'seed', seed),
  reset: () => control<object>('POST', 'reset'),
}
