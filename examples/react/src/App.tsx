import { Login, useClient, useUser, type LoginConfig } from 'latchkey/react'

const config: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } }

export function App() {
  const { user } = useUser()
  const client = useClient()
  if (!user) return <Login config={config} />
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
