import { useCallback, useEffect, useState } from 'react'
import { isOnSite } from './base.ts'
import { emulator, type Fault, type OutboxMessage, type Project } from './emulator.ts'

/** What the playground knows about the emulator. */
interface EmulatorState {
  /** Newest last. */
  messages: OutboxMessage[]
  /** Undefined until the emulator has answered. */
  project?: Project
  faults: Fault[]
  /** By how many ms the emulator's clock is ahead. */
  ahead: number
  /** Whether the emulator answers. */
  reachable: boolean
}

const PERIOD = 1000

/**
 * Follows the emulator: reads its outbox every second while the page is visible, on a site always,
 * and at once after `look`.
 */
export function useEmulator() {
  const [state, setState] = useState<EmulatorState>({ messages: [], faults: [], ahead: 0, reachable: true })
  const merge = useCallback((part: Partial<EmulatorState>) => setState((before) => ({ ...before, ...part })), [])

  /** Reads the outbox now. */
  const look = useCallback(async () => {
    try {
      const messages = await emulator.outbox()
      // An unchanged list must not render everything again.
      setState((before) => {
        const same = before.reachable && before.messages.at(-1)?.id === messages.at(-1)?.id
        return same ? before : { ...before, messages, reachable: true }
      })
    } catch {
      merge({ reachable: false })
    }
  }, [])

  useEffect(() => {
    const readAll = async () => {
      const [project, faults, ahead] = await Promise.all([emulator.project(), emulator.faults(), emulator.ahead()])
      merge({ project, faults, ahead })
    }
    // Another tab or a test can have changed the settings.
    const onFocus = () => void readAll().catch(() => merge({ reachable: false }))
    onFocus()
    addEventListener('focus', onFocus)
    return () => removeEventListener('focus', onFocus)
  }, [])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let over = false
    const poll = async () => {
      // The worker of a site forgets codes and links when it ends, which it does when nobody has
      // asked it for a while.
      if (!document.hidden || isOnSite) await look()
      if (!over) timer = setTimeout(poll, PERIOD)
    }
    void poll()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [])

  return { ...state, look, merge }
}
