import { redirect } from 'next/navigation'
import { Account } from 'latchkey/react'
import { getSession } from '../../auth'
import { Header } from '../Header'

export default async function Page() {
  const session = await getSession()
  if (!session) redirect('/')
  // `session.user` is who sent this request: use it in your own code
  return (
    <>
      <Header here="/account" email={session.user.email} />
      <main>
        <Account sections={['passkeys', 'providers', 'connectedApps']} />
      </main>
    </>
  )
}
