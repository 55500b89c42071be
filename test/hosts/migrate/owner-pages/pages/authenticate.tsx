import { useStytch, useStytchUser } from '@stytch/nextjs'
import { useRouter } from 'next/router'
import { useEffect, useState } from 'react'

export default function Authenticate() {
  const { user, isInitialized } = useStytchUser()
  const stytch = useStytch()
  const router = useRouter()
  const [error, setError] = useState('')

  useEffect(() => {
    if (stytch && !user && isInitialized && router.isReady) {
      const { token, stytch_token_type: kind } = router.query
      if (token && kind === 'magic_links')
        stytch.magicLinks.authenticate(String(token), { session_duration_minutes: 60 }).catch((reason) => setError(reason.error_type))
    }
  }, [isInitialized, router.isReady, router.query, stytch, user])

  useEffect(() => {
    if (user) void router.replace('/profile')
  }, [router, user])

  return error ? <p>The link does not work: {error}</p> : <p>One moment</p>
}
