import { Login } from 'latchkey/react'
import { Greeting } from './Greeting.jsx'

const config = { products: ['otp'], otpOptions: { methods: ['email'] } }

export default function Page() {
  return (
    <main>
      <Greeting />
      <Login config={config} />
    </main>
  )
}
