import { KeyRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { LatchkeyClient } from '../../index.ts'
import { Outbox } from '../Outbox.tsx'
import { useEmulator } from '../useEmulator.ts'
import { ConnectedApps } from './ConnectedApps.tsx'
import { showConsentOrLogIn } from './consentOrLogIn.ts'
import { PageHeader } from '../PageHeader.tsx'

/** Whether an app has sent the visitor here. Its request stays in the URL. */
const hasRequest = () => new URLSearchParams(location.search).has('client_id')

/** The host's page to which apps send visitors. Without an app's request it lists the apps to which the visitor has given access. */
export function ConsentPage({ client }: { client: LatchkeyClient }) {
  const widget = useRef<HTMLDivElement>(null)
  const { messages } = useEmulator()
  const asked = hasRequest()
  useEffect(() => {
    if (asked) showConsentOrLogIn(client, widget.current!)
  }, [client])
  return (
    <>
      <PageHeader
        Icon={KeyRound}
        title={asked ? 'An app asks' : 'Your apps'}
        about="The host's own page, with the log-in widget and the consent screen on it."
      >
        <div className="links">
          <a className="button" href="/app/">
            Third-party app
          </a>
          <a className="button" href="/">
            Playground
          </a>
        </div>
      </PageHeader>
      <main className="narrow">
        {asked ? <div className="widget" ref={widget} /> : <ConnectedApps client={client} />}
        {asked && <Outbox messages={messages} />}
      </main>
    </>
  )
}
