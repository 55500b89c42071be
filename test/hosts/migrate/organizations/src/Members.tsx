import { createStytchB2BClient, StytchB2B, StytchB2BProvider, useStytchMember } from '@stytch/react/b2b'
import { AuthFlowType, B2BProducts, type StytchB2BUIConfig } from '@stytch/vanilla-js/b2b'
import type { Member } from '@stytch/vanilla-js'
import { looks } from './looks'

const members = createStytchB2BClient('public-token-test-00000000-0000-0000-0000-000000000000')

const config: StytchB2BUIConfig = {
  authFlowType: AuthFlowType.Discovery,
  products: [B2BProducts.emailMagicLinks],
  sessionOptions: { sessionDurationMinutes: 60 },
}

export const nameOf = (member: Member) => member.email_address

function Greeting() {
  const { member } = useStytchMember()
  return member ? <p>Hello {nameOf(member)}</p> : <StytchB2B config={config} presentation={looks} />
}

export function Members() {
  return (
    <StytchB2BProvider stytch={members}>
      <Greeting />
    </StytchB2BProvider>
  )
}
