import { headers } from 'next/headers'
import { Login } from 'latchkey/react'
import { Greeting } from '../Greeting.jsx'

const config = { products: ['oauth', 'emailMagicLinks'], oauthOptions: { providers: [{ type: 'google' }] } }

export default async function Page() {
  const nonce = (await headers()).get('x-nonce')
  return (
    <main>
      <Greeting />
      <Login config={config} nonce={nonce} />
    </main>
  )
}
