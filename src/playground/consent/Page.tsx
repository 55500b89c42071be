import { KeyRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { LatchkeyClient } from '../../index.ts'
import { Outbox } from '../Outbox.tsx'
import { useEmulator } from '../useEmulator.ts'
import { ConnectedApps } from './ConnectedApps.tsx'
import { serve } from './host.ts'

/** An app's request is in the address from the first to the last. */
const isAsked = () => new URLSearchParams(location.search).has('client_id')

/** The host's page that apps send visitors to; without an app's request it lists the apps that the visitor has let in. */
export function Page({ client }: { client: LatchkeyClient }) {
  const widget = useRef<HTMLDivElement>(null)
  const { messages } = useEmulator()
  const asked = isAsked()
  useEffect(() => {
    if (asked) serve(client, widget.current!)
  }, [client])
  return (
    <>
      <header className="top">
        <div className="brand">
          <span className="mark">
            <KeyRound aria-hidden size={20} />
          </span>
          <div>
            <h1>{asked ? 'An app asks' : 'Your apps'}</h1>
            <p>The host's own page, with the log-in widget and the consent screen on it.</p>
          </div>
        </div>
        <div className="links">
          <a className="button" href="/app/">
            Third-party app
          </a>
          <a className="button" href="/">
            Playground
          </a>
        </div>
      </header>
      <main className="narrow">
        {asked ? <div className="widget" ref={widget} /> : <ConnectedApps client={client} />}
        {asked && <Outbox messages={messages} />}
      </main>
    </>
  )
}
