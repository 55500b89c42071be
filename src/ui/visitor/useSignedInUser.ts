import { useLayoutEffect, useRef } from 'react'
import type { Place } from '../map.ts'
import { useSession, type SignedIn } from './useSession.ts'

/**
 * Does the same as `useSession`. When somebody else signs in, or the session ends, it leads to the
 * account, so that nobody sees what belongs to another.
 */
export function useSignedInUser(go: (next: Place<'Account'>) => void): SignedIn {
  const signedIn = useSession()
  const id = signedIn.user?.user_id
  const firstId = useRef(id)
  // before anything is drawn: what the visitor presses on the screen of another would be lost
  useLayoutEffect(() => {
    if (firstId.current !== id) go({ name: 'Account' })
  }, [id])
  return signedIn
}
