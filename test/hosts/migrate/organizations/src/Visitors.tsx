import { createStytchClient, StytchLogin, StytchProvider, useStytchUser } from '@stytch/react'
import { Products } from '@stytch/vanilla-js'

const visitors = createStytchClient('public-token-test-00000000-0000-0000-0000-000000000000')

function Greeting() {
  const { user } = useStytchUser()
  const onError = ({ message }: { message: string }) => console.log(message)
  return user ? (
    <p>Hello {user.emails[0]?.email}</p>
  ) : (
    <StytchLogin config={{ products: [Products.otp], otpOptions: { methods: ['email'], expirationMinutes: 5 } }} callbacks={{ onError }} />
  )
}

export function Visitors() {
  return (
    <StytchProvider stytch={visitors}>
      <Greeting />
    </StytchProvider>
  )
}
