import { useEffect, useRef, useState } from 'react'
import type { User } from '../api/entities.ts'
import { useUi } from './context.ts'
import type { Place } from './map.ts'

/**
 * Returns the user who is signed in, and renders again when they change, in this tab or another. When somebody else signs in, or the session ends, it leads to the account, so
 * that nobody sees what belongs to another.
 */
export function useSignedInUser(go: (next: Place<'Account'>) => void): User | undefined {
  const { status } = useUi().core
  const [, render] = useState<unknown>()
  const { user } = status.now
  const shown = useRef(user?.user_id)
  // somebody may have signed in since this rendering
  useEffect(() => {
    const end = status.subscribe(render)
    render({})
    return end
  }, [status])
  useEffect(() => {
    if (shown.current !== user?.user_id) go({ name: 'Account' })
  }, [user?.user_id])
  return user
}
