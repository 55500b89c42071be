import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { verifySession } from 'latchkey/server'
import { options } from '../../session'
import { SignOut } from './SignOut'

export default async function Account() {
  const result = await verifySession(await headers(), options)
  if (!result.ok && result.status === 401) redirect('/')
  if (!result.ok) throw new Error(result.message)
  return (
    <main>
      <h1>Your account</h1>
      <p>Signed in as {result.session.user_id}</p>
      <SignOut />
    </main>
  )
}
