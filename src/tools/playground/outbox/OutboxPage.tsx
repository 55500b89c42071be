import { KeyRound, Mails } from 'lucide-react'
import { Outbox } from '../Outbox.tsx'
import { PageHeader } from '../PageHeader.tsx'
import { Unreachable } from '../Unreachable.tsx'
import { useEmulator } from '../useEmulator.ts'

/** The outbox alone, for somebody whose own page uses the emulator. */
export function OutboxPage() {
  const { messages, reachable } = useEmulator()
  return (
    <>
      <PageHeader Icon={Mails} title="Outbox" about="The codes and links that the emulated provider has sent.">
        <div className="links">
          <a className="button" href="../" title="The widget with all its settings">
            <KeyRound aria-hidden size={16} /> <span>Playground</span>
          </a>
        </div>
      </PageHeader>
      {!reachable && <Unreachable />}
      <main className="narrow">
        <Outbox messages={messages} />
      </main>
    </>
  )
}
