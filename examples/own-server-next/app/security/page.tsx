import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { auth, getSession } from '../../auth'
import { Header } from '../Header'
import { Security } from './Security'

export default async function Page() {
  const session = await getSession()
  if (!session) redirect('/')
  const { email, twoFactorEnabled } = session.user
  const accounts = await auth.api.listUserAccounts({ headers: await headers() })
  return (
    <>
      <Header here="/security" email={email} />
      <main>
        <h1>Password and second factor</h1>
        <Security
          email={email}
          hasPassword={accounts.some(({ providerId }) => providerId === 'credential')}
          hasFactor={twoFactorEnabled === true}
        />
      </main>
    </>
  )
}
