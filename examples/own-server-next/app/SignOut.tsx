'use client'
import { useClient } from 'latchkey/react'

export function SignOut() {
  const client = useClient()
  const signOut = async () => {
    await client?.session.revoke()
    location.assign('/')
  }
  return (
    <button type="button" onClick={signOut} disabled={!client}>
      Sign out
    </button>
  )
}
