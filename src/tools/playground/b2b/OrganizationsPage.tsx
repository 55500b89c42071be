import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { B2BHeadlessClient } from '../../../entries/b2b.ts'
import type { Log } from '../activity.ts'
import { EventLog } from '../EventLog.tsx'
import { Outbox } from '../Outbox.tsx'
import { useEmulator } from '../useEmulator.ts'
import { OrganizationChoice } from './OrganizationChoice.tsx'
import { MemberCard } from './MemberCard.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { CheckEmail, SignIn } from './SignIn.tsx'
import { stepFromAddress, steps, type CurrentStep } from './steps.ts'
import { PageHeader } from '../PageHeader.tsx'

/**
 * The page of organizations: the visitor proves an address, chooses an organization and signs in to
 * it as a member, all with the B2B client.
 */
export function OrganizationsPage({ client, calls }: { client: B2BHeadlessClient; calls: Log }) {
  const [current, setCurrent] = useState<CurrentStep>({ at: 'start' })
  const [failure, setFailure] = useState('')
  const { messages, look } = useEmulator()
  const go = (next: CurrentStep) => {
    setFailure('')
    setCurrent(next)
    void look()
  }
  useEffect(() => {
    stepFromAddress(client).then(
      (next) => next && go(next),
      (error: Error) => setFailure(error.message),
    )
  }, [client])
  const props = { client, go }
  return (
    <>
      <PageHeader
        Icon={KeyRound}
        title="Organizations"
        about="Latchkey's B2B client against an emulated provider. Nothing leaves this machine."
      >
        <a className="button" href="../">
          Playground of the widget
        </a>
      </PageHeader>
      {failure && (
        <p className="broken" role="alert">
          {failure}
        </p>
      )}
      <main className="organizations">
        <div className="column">
          <ol className="progress" aria-label="Steps">
            {steps.map(({ name, covers }) => (
              <li key={name} aria-current={covers.includes(current.at) ? 'step' : undefined}>
                {name}
              </li>
            ))}
          </ol>
          {current.at === 'start' && <SignIn {...props} />}
          {current.at === 'sent' && <CheckEmail {...props} email={current.email} by={current.by} />}
          {current.at === 'choice' && <OrganizationChoice {...props} email={current.email} organizations={current.organizations} />}
          {current.at === 'secondFactor' && <SecondFactor {...props} pending={current.pending} />}
          {current.at === 'member' && <MemberCard {...props} />}
        </div>
        <div className="column">
          <Outbox messages={messages} />
          <EventLog
            log={calls}
            title="Calls"
            lists="Every call that the client makes to the provider is listed here, with the status of its answer."
          />
        </div>
      </main>
    </>
  )
}
