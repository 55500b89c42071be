import { headers } from 'next/headers'
import { Login, type LoginConfig } from 'latchkey/react'
import { SignedIn } from '../SignedIn'

const config: LoginConfig = { products: ['oauth', 'emailMagicLinks'], oauthOptions: { providers: [{ type: 'google' }] } }

// the same under the policy of proxy.ts, with its nonce
export default async function Page() {
  const nonce = (await headers()).get('x-nonce') ?? undefined
  return <SignedIn otherwise={<Login config={config} nonce={nonce} />} />
}
