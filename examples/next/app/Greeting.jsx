'use client'
import { useUser } from 'latchkey/react'

export function Greeting() {
  const { user, isInitialized } = useUser()
  if (!isInitialized) return <p>One moment</p>
  return <p>{user ? `Hello ${user.emails[0].email}` : 'Please log in'}</p>
}
