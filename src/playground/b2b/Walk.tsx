import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { B2BHeadlessClient } from '../../b2b.ts'
import { Outbox } from '../Outbox.tsx'
import { useEmulator } from '../useEmulator.ts'
import { Choice } from './Choice.tsx'
import { MemberCard } from './MemberCard.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sent, SignIn } from './SignIn.tsx'
import { arrive, steps, type Place } from './walk.ts'

/** What every step gets. */
export interface StepProps {
  client: B2BHeadlessClient
  go: (place: Place) => void
}

/** From an address to a member: the discovery of an organization with the client that has no screens. */
export function Walk({ client }: { client: B2BHeadlessClient }) {
  const [place, setPlace] = useState<Place>({ at: 'start' })
  const [failure, setFailure] = useState('')
  const { messages, look } = useEmulator()
  const go = (next: Place) => {
    setFailure('')
    setPlace(next)
    void look()
  }
  useEffect(() => {
    arrive(client).then(
      (found) => found && go(found),
      (error: Error) => setFailure(error.message),
    )
  }, [client])
  const props = { client, go }
  return (
    <>
      <header className="top">
        <div className="brand">
          <span className="mark">
            <KeyRound aria-hidden size={20} />
          </span>
          <div>
            <h1>Organizations</h1>
            <p>Latchkey's B2B client against an emulated provider. Nothing leaves this machine.</p>
          </div>
        </div>
        <a className="button" href="../">
          Playground of the widget
        </a>
      </header>
      {failure && (
        <p className="broken" role="alert">
          {failure}
        </p>
      )}
      <main className="walk">
        <div className="column">
          <ol className="trail" aria-label="Steps">
            {steps.map(({ name, places }) => (
              <li key={name} aria-current={places.includes(place.at) ? 'step' : undefined}>
                {name}
              </li>
            ))}
          </ol>
          {place.at === 'start' && <SignIn {...props} />}
          {place.at === 'sent' && <Sent {...props} email={place.email} by={place.by} />}
          {place.at === 'choice' && <Choice {...props} email={place.email} organizations={place.organizations} />}
          {place.at === 'secondFactor' && <SecondFactor {...props} pending={place.pending} />}
          {place.at === 'member' && <MemberCard {...props} />}
        </div>
        <div className="column">
          <Outbox messages={messages} />
        </div>
      </main>
    </>
  )
}
