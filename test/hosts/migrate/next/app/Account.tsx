'use client'
import { OTPMethods, Products, StytchLogin, useStytch, useStytchUser } from '@stytch/nextjs'

export const Account = () => {
  const stytch = useStytch()
  const { user, isInitialized } = useStytchUser()
  if (!user)
    return (
      <>
        <p>{isInitialized ? 'Please log in' : 'One moment'}</p>
        <StytchLogin
          config={{ products: [Products.otp], otpOptions: { methods: [OTPMethods.Email], expirationMinutes: 5 } }}
          presentation={{ theme: { primary: '#5b21b6' } }}
        />
      </>
    )
  return (
    <>
      <p>Hello {user.emails[0]?.email}</p>
      <button type="button" onClick={() => stytch.session.revoke()}>
        Sign out
      </button>
    </>
  )
}
