import { useSyncExternalStore } from 'react'

/**
 * An entry of a log: something that the widget reported to its host, something that the visitor did
 * on this page, or a call to the provider.
 */
export interface Entry {
  id: number
  /** Milliseconds since the epoch. */
  at: number
  kind: 'event' | 'error' | 'state' | 'action' | 'call' | 'failedCall'
  title: string
  /** What a call ended with: the status of the answer. */
  outcome?: string
  /** JSON with secrets masked. */
  detail?: unknown
}

const MOST_ENTRIES = 100

const secret = /^((session|access|id|refresh)_token|session_jwt|token|code|code_verifier)$/

/**
 * Returns a copy that is safe to display: JSON with tokens and codes masked, and errors with their
 * name and message.
 */
export function maskSecrets(value: unknown): unknown {
  const open = value instanceof Error ? { ...value, name: value.name, message: value.message } : value
  if (open === undefined) return undefined
  const mask = (key: string, inner: unknown) => (secret.test(key) && typeof inner === 'string' && inner ? '••••••••' : inner)
  return JSON.parse(JSON.stringify(open, mask))
}

export type Note = (kind: Entry['kind'], title: string, detail?: unknown, outcome?: string) => void

export interface Log {
  /** Newest last. */
  entries: () => Entry[]
  note: Note
  clear: () => void
  /** Calls `listener` after every change, until the function that it returns is called. */
  subscribe: (listener: () => void) => () => void
}

/**
 * Creates the log of this tab with this name. It begins with the entries of earlier pages, because
 * opening a link loads the page again, and the log should be complete. Each entry is stored at
 * once, because the page may reload next.
 */
export function createLog(name: string): Log {
  const key = `latchkey-playground-${name}`
  const changes = new EventTarget()
  const read = (): Entry[] => {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? '[]') as Entry[]
    } catch {
      return []
    }
  }
  let entries = read()
  const set = (next: Entry[]) => {
    entries = next
    try {
      sessionStorage.setItem(key, JSON.stringify(entries))
    } catch {
      // Storage is full or forbidden, so the log lasts only as long as the page.
    }
    changes.dispatchEvent(new Event('change'))
  }
  return {
    entries: () => entries,
    note: (kind, title, detail, outcome) =>
      set(
        [...entries, { id: (entries.at(-1)?.id ?? 0) + 1, at: Date.now(), kind, title, detail: maskSecrets(detail), outcome }].slice(
          -MOST_ENTRIES,
        ),
      ),
    clear: () => set([]),
    subscribe: (listener) => {
      changes.addEventListener('change', listener)
      return () => changes.removeEventListener('change', listener)
    },
  }
}

/** Returns the entries of a log, newest last. */
export const useLog = ({ subscribe, entries }: Log) => useSyncExternalStore(subscribe, entries)
