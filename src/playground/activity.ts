import { useCallback, useRef, useState } from 'react'

/** An entry of the log: something that the widget reported to its host, or something that the visitor did on this page. */
export interface Entry {
  id: number
  /** Milliseconds since the epoch. */
  at: number
  kind: 'event' | 'error' | 'state' | 'action'
  title: string
  /** JSON with secrets masked. */
  detail?: unknown
}

const KEPT = 100
const KEY = 'latchkey-playground-activity'

const secret = /^((session|access|id|refresh)_token|session_jwt|token|code|code_verifier)$/

/** Returns a copy that is safe to display: JSON with tokens and codes masked, and errors with their name and message. */
export function masked(value: unknown): unknown {
  const open = value instanceof Error ? { ...value, name: value.name, message: value.message } : value
  if (open === undefined) return undefined
  const mask = (key: string, inner: unknown) => (secret.test(key) && typeof inner === 'string' && inner ? '••••••••' : inner)
  return JSON.parse(JSON.stringify(open, mask))
}

/** Entries from earlier pages of this tab. Opening a link loads the page again, and the log should be complete. */
const readKept = (): Entry[] => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Entry[]
  } catch {
    return []
  }
}

const keep = (entries: Entry[]) => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(entries))
  } catch {
    // Storage is full or forbidden, so the log lasts only as long as the page.
  }
}

/** The log of this tab, newest last, and the function that adds an entry. Each entry is stored at once, because the page may reload next. */
export function useActivity() {
  const [entries, setEntries] = useState(readKept)
  const latest = useRef(entries)

  const show = useCallback((next: Entry[]) => {
    latest.current = next
    keep(next)
    setEntries(next)
  }, [])
  const note = useCallback((kind: Entry['kind'], title: string, detail?: unknown) => {
    const entry = { id: (latest.current.at(-1)?.id ?? 0) + 1, at: Date.now(), kind, title, detail: masked(detail) }
    show([...latest.current, entry].slice(-KEPT))
  }, [])
  const clear = useCallback(() => show([]), [])

  return { entries, note, clear }
}
