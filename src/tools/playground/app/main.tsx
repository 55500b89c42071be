import { createRoot } from 'react-dom/client'
import { createCallLog } from '../calls.ts'
import { Unreachable } from '../Unreachable.tsx'
import { NotesApp, type ProviderAnswer } from './NotesApp.tsx'
import { finishSignIn, isAnswerToLogOut, type SignInResult } from './openIdConnect.ts'
import { registerApp } from './registerApp.ts'

const calls = createCallLog('app-calls')
const root = createRoot(document.getElementById('page')!)

/** Reads and checks the provider's answer in the URL, if there is one. */
async function readAnswer(): Promise<ProviderAnswer> {
  const query = new URLSearchParams(location.search)
  // An answer works only once, so a reload must not send it again.
  history.replaceState(null, '', location.pathname)
  if (query.has('code') || query.has('error')) {
    return finishSignIn(query).then(
      (signedIn: SignInResult) => ({ signedIn }),
      (error: Error & { error?: string }) => ({ error: error.error ?? error.message }),
    )
  }
  return { loggedOut: isAnswerToLogOut(query) }
}

try {
  await registerApp()
  root.render(<NotesApp answer={await readAnswer()} calls={calls} />)
} catch (error) {
  console.error(error)
  root.render(<Unreachable />)
}
