import { Login } from 'latchkey/react'
import { enPlain } from 'latchkey/strings/en-plain'
import { Greeting } from './Greeting.jsx'

const config = { products: ['otp'], otpOptions: { methods: ['email'] } }
const styles = { fontFamily: 'system-ui', colors: { primary: '#5b5bd6' } }

export default function Page() {
  return (
    <main>
      <Greeting />
      <Login config={config} styles={styles} strings={enPlain} />
    </main>
  )
}
