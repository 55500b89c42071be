import { Check, LogIn, LogOut, NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { maskSecrets, type Log } from '../activity.ts'
import { Card } from '../Card.tsx'
import { EventLog } from '../EventLog.tsx'
import { FoldedJson } from '../FoldedJson.tsx'
import { Switch } from '../Switch.tsx'
import { logOut, startSignIn, type SignInResult } from './openIdConnect.ts'
import { HostLinks } from '../HostLinks.tsx'
import { PageHeader } from '../PageHeader.tsx'

/**
 * The result with which the provider sent the visitor back. Empty if they opened the page
 * themselves.
 */
export interface ProviderAnswer {
  signedIn?: SignInResult
  /** Why the sign-in failed: the `error` of the provider's answer, or the result of our check. */
  error?: string
  /** Whether the visitor returns from a log-out that this tab began. */
  loggedOut?: boolean
}

const scopes: Record<string, string> = {
  openid: 'Who you are',
  profile: 'Your name',
  email: 'Your email address',
  phone: 'Your phone number',
  offline_access: 'While you are away',
  'notes:read': 'Read notes',
  'notes:write': 'Change notes',
}

/** The checks that a successful sign-in has passed. */
const checks = [
  'The state in the answer is the one that this tab has sent',
  'The code was exchanged at the token endpoint, with the PKCE verifier',
  "The id token is for this app, by this provider, with this sign-in's nonce",
  "Its signature holds with the provider's published key",
]

/** A third-party app: it requests a sign-in from the host and shows what it received. */
export function NotesApp({ answer: { signedIn, error, loggedOut }, calls }: { answer: ProviderAnswer; calls: Log }) {
  return (
    <>
      <PageHeader Icon={NotebookPen} title="Sunny Notes" about="A third-party app that lets people sign in with their account at the host.">
        <HostLinks />
      </PageHeader>
      <main className="narrow">
        {error && (
          <p className="broken" role="alert">
            {error === 'access_denied' ? 'You have not let Sunny Notes in.' : error}
          </p>
        )}
        {loggedOut && (
          <p className="hint" role="status">
            You are logged out, here and at the host.
          </p>
        )}
        {signedIn ? <SignedIn {...signedIn} /> : <SignIn />}
        <EventLog
          log={calls}
          title="Calls"
          lists="The app only sends you to the host, and calls the provider when you come back: those calls are listed here, with their status."
        />
      </main>
    </>
  )
}

function SignIn() {
  const [selection, setSelection] = useState(['openid', 'email', 'notes:read'])
  const [always, setAlways] = useState(false)
  return (
    <Card title="Sign in">
      <div className="body">
        <fieldset>
          <legend>What the app asks for</legend>
          <div className="row">
            {Object.entries(scopes).map(([scope, what]) => {
              const on = selection.includes(scope)
              return (
                <button
                  key={scope}
                  type="button"
                  className="chip"
                  aria-pressed={on}
                  title={scope}
                  onClick={() => setSelection(Object.keys(scopes).filter((other) => (other === scope ? !on : selection.includes(other))))}
                >
                  {what}
                </button>
              )
            })}
          </div>
        </fieldset>
        <Switch label="Ask again even where you have consented (prompt=consent)" on={always} onChange={setAlways} />
        <div>
          <button type="button" className="button primary" onClick={() => void startSignIn(selection, always ? 'consent' : undefined)}>
            <LogIn aria-hidden size={16} /> Sign in with the host
          </button>
        </div>
      </div>
    </Card>
  )
}

function SignedIn({ claims, tokens }: SignInResult) {
  const grantedScopes = String(tokens.scope ?? '')
    .split(' ')
    .filter(Boolean)
  return (
    <Card
      title="Signed in"
      actions={
        <button type="button" className="button" onClick={() => logOut(tokens.id_token)}>
          <LogOut aria-hidden size={16} /> Log out
        </button>
      }
    >
      <div className="body">
        <p>
          Hello, <strong>{String(claims?.email ?? claims?.sub ?? 'whoever you are')}</strong>. You have granted:{' '}
          {grantedScopes.join(', ') || 'nothing'}.
        </p>
        <ul className="checks">
          {(claims ? checks : checks.slice(0, 2)).map((check) => (
            <li key={check}>
              <Check aria-hidden size={16} /> {check}
            </li>
          ))}
        </ul>
        {claims && <FoldedJson summary="Claims of the id token" value={claims} label="Claims" />}
        <FoldedJson summary="Answer of the token endpoint" value={maskSecrets(tokens)} label="Tokens" />
      </div>
    </Card>
  )
}
