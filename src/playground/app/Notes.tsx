import { Check, LogIn, LogOut, NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { masked } from '../activity.ts'
import { Card } from '../Card.tsx'
import { FoldedJson } from '../FoldedJson.tsx'
import { Switch } from '../Switch.tsx'
import { begin, logOut, type Signed } from './dance.ts'

/** How the visitor has come: with an answer of the provider's, or by themselves. */
export interface Arrival {
  signed?: Signed
  /** Why there is no sign-in: the provider's word for it. */
  refused?: string
  /** Back from a log-out. */
  goodbye?: boolean
}

const scopes: Record<string, string> = {
  openid: 'Who you are',
  profile: 'Your name',
  email: 'Your e-mail address',
  phone: 'Your phone number',
  offline_access: 'While you are away',
  'notes:read': 'Read notes',
  'notes:write': 'Change notes',
}

/** What has been checked when a sign-in has come this far. */
const checks = [
  'The state in the answer is the one that this tab has sent',
  'The code was exchanged at the token endpoint, with the PKCE verifier',
  "The id token is for this app, by this provider, with this sign-in's nonce",
  "Its signature holds with the provider's published key",
]

/** A third-party app: it asks for a sign-in, and shows what it got. */
export function Notes({ arrival: { signed, refused, goodbye } }: { arrival: Arrival }) {
  return (
    <>
      <header className="top">
        <div className="brand">
          <span className="mark">
            <NotebookPen aria-hidden size={20} />
          </span>
          <div>
            <h1>Sunny Notes</h1>
            <p>A third-party app that lets people sign in with their account at the host.</p>
          </div>
        </div>
        <div className="links">
          <a className="button" href="/consent/">
            Your apps at the host
          </a>
          <a className="button" href="/">
            Playground
          </a>
        </div>
      </header>
      <main className="narrow">
        {refused && (
          <p className="broken" role="alert">
            {refused === 'access_denied' ? 'You have not let Sunny Notes in.' : refused}
          </p>
        )}
        {goodbye && (
          <p className="hint" role="status">
            You are logged out, here and at the host.
          </p>
        )}
        {signed ? <SignedIn {...signed} /> : <SignIn />}
      </main>
    </>
  )
}

function SignIn() {
  const [chosen, setChosen] = useState(['openid', 'email', 'notes:read'])
  const [always, setAlways] = useState(false)
  return (
    <Card title="Sign in">
      <div className="body">
        <fieldset>
          <legend>What the app asks for</legend>
          <div className="row">
            {Object.entries(scopes).map(([scope, what]) => {
              const on = chosen.includes(scope)
              return (
                <button
                  key={scope}
                  type="button"
                  className="chip"
                  aria-pressed={on}
                  title={scope}
                  onClick={() => setChosen(Object.keys(scopes).filter((other) => (other === scope ? !on : chosen.includes(other))))}
                >
                  {what}
                </button>
              )
            })}
          </div>
        </fieldset>
        <Switch label="Ask again even where you have consented (prompt=consent)" on={always} onChange={setAlways} />
        <div>
          <button type="button" className="button primary" onClick={() => void begin(chosen, always ? 'consent' : undefined)}>
            <LogIn aria-hidden size={16} /> Sign in with the host
          </button>
        </div>
      </div>
    </Card>
  )
}

function SignedIn({ claims, tokens }: Signed) {
  const granted = String(tokens.scope ?? '')
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
          {granted.join(', ') || 'nothing'}.
        </p>
        <ul className="checks">
          {(claims ? checks : checks.slice(0, 2)).map((check) => (
            <li key={check}>
              <Check aria-hidden size={16} /> {check}
            </li>
          ))}
        </ul>
        {claims && <FoldedJson summary="Claims of the id token" value={claims} label="Claims" />}
        <FoldedJson summary="Answer of the token endpoint" value={masked(tokens)} label="Tokens" />
      </div>
    </Card>
  )
}
