import { useCallback, useRef, useState } from 'react'

/** One line of the log: what the widget told its host, or what was done to it here. */
export interface Entry {
  id: number
  /** Milliseconds since the epoch. */
  at: number
  kind: 'event' | 'error' | 'state' | 'action'
  title: string
  /** JSON, secrets masked. */
  detail?: unknown
}

const KEPT = 100
const KEY = 'latchkey-playground-activity'

const secret = /^((session|access|id|refresh)_token|session_jwt|token|code|code_verifier)$/

/** A copy that may be shown: JSON, with tokens and codes masked; an error with its name and message. */
export function masked(value: unknown): unknown {
  const open = value instanceof Error ? { ...value, name: value.name, message: value.message } : value
  if (open === undefined) return undefined
  const mask = (key: string, inner: unknown) => (secret.test(key) && typeof inner === 'string' && inner ? '••••••••' : inner)
  return JSON.parse(JSON.stringify(open, mask))
}

/** What an earlier page of this tab noted: opening a link loads the page anew, and the log shall tell the whole story. */
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
    // Full or forbidden: the log lives as long as the page.
  }
}

/** The log of this tab, newest last, and the way to add to it. What is noted is kept at once: the next thing may be a reload. */
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
