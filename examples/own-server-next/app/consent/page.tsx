import { IdentityProvider } from 'latchkey/react'
import { getSession } from '../../auth'
import { LogIn } from '../LogIn'

type Query = Promise<Record<string, string | string[] | undefined>>

/**
 * Better Auth sends the visitors of other apps here. The app's request stays in the page's URL, so
 * links of mails lead back to it.
 */
export default async function Page({ searchParams }: { searchParams: Query }) {
  if (await getSession())
    return (
      <main className="form">
        <IdentityProvider />
      </main>
    )
  const request = new URLSearchParams()
  for (const [name, values] of Object.entries(await searchParams)) {
    // those of a link from a mail are not the app's
    if (name === 'token' || name === 'latchkey_token_type') continue
    for (const value of [values ?? []].flat()) request.append(name, value)
  }
  const here = `/consent?${request}`
  return <LogIn here={here} successURL={here} />
}
