import { useState } from 'react'
import { Login, useUser } from 'latchkey/react'
import { enPlain } from 'latchkey/strings/en-plain'

const config = { products: ['otp'], otpOptions: { methods: ['email'] } }

export function App() {
  const { user, isInitialized } = useUser()
  const [title, setTitle] = useState('Welcome')
  if (!isInitialized) return null
  return (
    <>
      <label>
        Title <input value={title} onChange={(event) => setTitle(event.target.value)} />
      </label>
      <Login config={config} strings={{ ...enPlain, 'login.title': title }} />
      {user && <output>Hello {user.emails[0].email}</output>}
    </>
  )
}
