import { useEffect, useRef, useState } from 'react'
import type { Session, User } from '../../api/entities.ts'
import { useUi } from '../context.ts'

/** Who is signed in. */
export interface SignedIn {
  user?: User
  session?: Session
  /** Nobody is. Until the session from an earlier page has been checked, somebody may be. */
  nobody: boolean
}

/** Returns who is signed in, and renders again when that changes, in this tab or another. */
export function useSession(): SignedIn {
  const { status } = useUi().core
  const [, render] = useState<unknown>()
  // somebody may have signed in since this rendering
  useEffect(() => {
    const end = status.subscribe(render)
    render({})
    return end
  }, [status])
  const { user, session } = status.now
  return { user, session, nobody: !session && !status.fromCache }
}

/**
 * Tells the host why the visitor cannot use this screen, once for each `reason`, although
 * StrictMode runs effects twice.
 */
export function useObstacle(reason: string | false | undefined, error: () => unknown): void {
  const { fail } = useUi()
  const lastReason = useRef<typeof reason>(undefined)
  useEffect(() => {
    if (reason && reason !== lastReason.current) fail(error())
    lastReason.current = reason
  }, [reason])
}
