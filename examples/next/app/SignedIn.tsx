'use client'
import type { ReactNode } from 'react'
import { useClient, useUser } from 'latchkey/react'

/** What a visitor sees who is signed in; what the others see is `otherwise`. */
export function SignedIn({ otherwise }: { otherwise: ReactNode }) {
  const { user } = useUser()
  const client = useClient()
  if (!user) return otherwise
  return (
    <main>
      <h1>Hello</h1>
      <p>You are signed in as {user.emails[0]?.email}.</p>
      <button type="button" onClick={() => client?.session.revoke()}>
        Sign out
      </button>
    </main>
  )
}
