import { KeyRound, Mails } from 'lucide-react'
import { Outbox } from '../Outbox.tsx'
import { PageHeader } from '../PageHeader.tsx'
import { useEmulator } from '../useEmulator.ts'

/** The outbox alone, for somebody whose own page uses the emulator. */
export function OutboxPage() {
  const { messages, reachable } = useEmulator()
  return (
    <>
      <PageHeader Icon={Mails} title="Outbox" about="The codes and links that the emulated provider has sent.">
        <div className="links">
          <a className="button" href="/" title="The widget with all its settings">
            <KeyRound aria-hidden size={16} /> <span>Playground</span>
          </a>
        </div>
      </PageHeader>
      {!reachable && (
        <p className="broken" role="alert">
          The emulator does not answer. Is <code>latchkey dev</code> still running?
        </p>
      )}
      <main className="narrow">
        <Outbox messages={messages} />
      </main>
    </>
  )
}
