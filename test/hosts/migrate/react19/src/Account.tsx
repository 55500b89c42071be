import { StytchLogin, useStytch, useStytchSession, useStytchUser } from '@stytch/react'
import { OTPMethods, Products, StytchAPIError } from '@stytch/vanilla-js'
import type { Callbacks, StyleConfig, StytchLoginConfig } from '@stytch/vanilla-js'

const config: StytchLoginConfig = { products: [Products.otp], otpOptions: { methods: [OTPMethods.Email], expirationMinutes: 5 } }
const styles: StyleConfig = { fontFamily: 'Inter, sans-serif', colors: { primary: '#1c1917' } }
const callbacks: Callbacks = { onError: (error) => console.error(error instanceof StytchAPIError ? error.error_type : error.message) }

export const Account = () => {
  const stytch = useStytch()
  const { user, isInitialized } = useStytchUser()
  const { session } = useStytchSession()
  if (!isInitialized) return null
  if (!user || !session) return <StytchLogin config={config} styles={styles} callbacks={callbacks} />
  return (
    <>
      <p>Hello {user.emails[0]?.email}</p>
      <button type="button" onClick={() => stytch.session.revoke()}>
        Sign out
      </button>
    </>
  )
}
