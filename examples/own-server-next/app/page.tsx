import { redirect } from 'next/navigation'
import { getSession } from '../auth'
import { LogIn } from './LogIn'

export default async function Page({ searchParams }: { searchParams: Promise<{ token?: string }> }) {
  if (!(await searchParams).token && (await getSession())) redirect('/account')
  return <LogIn here="/" successURL="/account" />
}
