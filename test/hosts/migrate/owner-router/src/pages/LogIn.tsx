import { StytchLogin, useStytchUser } from '@stytch/react'
import { Products, StytchEventType, type Callbacks, type StyleConfig, type StytchLoginConfig } from '@stytch/vanilla-js'
import { useMemo, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'

const styles: StyleConfig = {
  container: { width: '380px', borderColor: '#e2e8f0' },
  colors: { primary: '#0f172a' },
  buttons: { primary: { backgroundColor: '#0f766e', borderRadius: '6px' } },
}

export const LogIn = () => {
  const { user } = useStytchUser()
  const [notice, setNotice] = useState('')
  const { state } = useLocation()
  const config = useMemo<StytchLoginConfig>(() => {
    const redirectURL = `${location.origin}/authenticate`
    return {
      products: [Products.oauth, Products.emailMagicLinks],
      emailMagicLinksOptions: {
        loginRedirectURL: redirectURL,
        loginExpirationMinutes: 30,
        signupRedirectURL: redirectURL,
        signupExpirationMinutes: 30,
      },
      oauthOptions: { providers: [{ type: 'google' }, { type: 'github' }], loginRedirectURL: redirectURL, signupRedirectURL: redirectURL },
    }
  }, [])
  const callbacks = useMemo<Callbacks>(
    () => ({
      onEvent: (event) => {
        if (event.type === StytchEventType.MagicLinkLoginOrCreateEvent) setNotice('Look into your mailbox')
      },
      onError: (error) => setNotice(error.message),
    }),
    [],
  )
  if (user) return <Navigate to={(state as { from?: string } | null)?.from ?? '/profile'} replace />
  return (
    <main>
      <h1>Member area</h1>
      <StytchLogin config={config} styles={styles} callbacks={callbacks} />
      <p role="status">{notice}</p>
    </main>
  )
}
