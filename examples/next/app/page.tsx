import { Login, type LoginConfig } from 'latchkey/react'
import { SignedIn } from './SignedIn'

const config: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } }

// a server component: the form is in the HTML that the server sends
export default function Page() {
  return <SignedIn otherwise={<Login config={config} />} />
}
