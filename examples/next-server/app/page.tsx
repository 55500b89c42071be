import { Login } from 'latchkey/react'

const config = { products: ['otp' as const], otpOptions: { methods: ['email' as const] }, successURL: '/account' }

export default function Page() {
  return (
    <main>
      <h1>Log in</h1>
      <Login config={config} />
    </main>
  )
}
