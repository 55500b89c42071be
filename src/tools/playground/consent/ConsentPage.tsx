import { AppWindow, Hourglass, KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { LatchkeyClient } from '../../../entries/index.ts'
import { Card } from '../Card.tsx'
import { Outbox } from '../Outbox.tsx'
import { PageHeader } from '../PageHeader.tsx'
import { useEmulator } from '../useEmulator.ts'
import { showApps, showConsentOrLogIn, showLogIn } from './consentOrLogIn.ts'

/**
 * Returns whether an app has sent the visitor here. Its request stays in the URL. A log-out may
 * name the app only by its id token (OpenID Connect RP-Initiated Logout, section 2).
 */
const hasRequest = () => {
  const query = new URLSearchParams(location.search)
  return ['client_id', 'redirect_uri', 'post_logout_redirect_uri', 'id_token_hint'].some((name) => query.has(name))
}

/**
 * The host's page to which apps send visitors. Without an app's request it waits for one, and lists
 * the apps that have access once a visitor has logged in.
 */
export function ConsentPage({ client }: { client: LatchkeyClient }) {
  const widget = useRef<HTMLDivElement>(null)
  const { messages } = useEmulator()
  const [signedIn, setSignedIn] = useState(() => Boolean(client.session.getSync()))
  const asked = hasRequest()
  useEffect(() => client.onStateChange(({ session }) => setSignedIn(Boolean(session))), [client])
  useEffect(() => {
    if (asked) return showConsentOrLogIn(client, widget.current!)
    const { unmount } = signedIn ? showApps(client, widget.current!) : showLogIn(client, widget.current!)
    return unmount
  }, [client, signedIn])
  const waiting = (
    <Card title="No app has asked yet">
      <div className="waiting">
        <Hourglass aria-hidden size={28} />
        <p>
          An app sends people here when they sign in with their account at this host. Then this page asks them what the app may do, and
          sends them back. {signedIn ? 'You are signed in, so only the question is left.' : 'You can log in before that.'}
        </p>
        <a className="button primary" href="../app/">
          <AppWindow aria-hidden size={16} /> Start at the third-party app
        </a>
      </div>
    </Card>
  )
  return (
    <>
      <PageHeader
        Icon={KeyRound}
        title={asked ? 'An app asks' : 'Your apps'}
        about="The host's own page, with the log-in widget and the consent screen on it."
      >
        <div className="links">
          <a className="button" href="../app/">
            Third-party app
          </a>
          <a className="button" href="../agent/">
            Agent
          </a>
          <a className="button" href="../">
            Playground
          </a>
        </div>
      </PageHeader>
      <main className="narrow">
        {!asked && !signedIn && waiting}
        <div className="widget" ref={widget} />
        {!asked && signedIn && waiting}
        {(asked || !signedIn) && <Outbox messages={messages} />}
      </main>
    </>
  )
}
