import { createRoot } from 'react-dom/client'
import { finish, loggedOut, type Signed } from './dance.ts'
import { Notes, type Arrival } from './Notes.tsx'
import { register } from './register.ts'

const root = createRoot(document.getElementById('app')!)

/** What brings the visitor here: an answer of the provider's in the address, or nothing. */
async function arrive(): Promise<Arrival> {
  const query = new URLSearchParams(location.search)
  // an answer is good once; a reload begins anew
  history.replaceState(null, '', location.pathname)
  if (query.has('code') || query.has('error')) {
    return finish(query).then(
      (signed: Signed) => ({ signed }),
      (error: Error & { error?: string }) => ({ refused: error.error ?? error.message }),
    )
  }
  return { goodbye: loggedOut(query) }
}

try {
  await register()
  root.render(<Notes arrival={await arrive()} />)
} catch (error) {
  console.error(error)
  root.render(
    <p className="broken" role="alert">
      The emulator does not answer. Is <code>npm start</code> still running?
    </p>,
  )
}
