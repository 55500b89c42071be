import { redirect } from 'next/navigation'
import { Account } from 'latchkey/react'
import { getSession } from '../../auth'
import { SignOut } from './SignOut'

export default async function Page() {
  const session = await getSession()
  if (!session) redirect('/')
  // `session.user` is who sent this request: use it in your own code
  return (
    <>
      <header>
        <a href="/">Example</a>
        <p>You are signed in as {session.user.email}.</p>
        <SignOut />
      </header>
      <main>
        <Account sections={['passkeys', 'providers', 'connectedApps']} />
      </main>
    </>
  )
}
