import type { ComponentType } from 'react'
import type { ScreenProps } from '../../ui/map.ts'
import { Consent } from './Consent.tsx'
import { logOutChunk } from './chunks.ts'
import { Outcome } from './Outcome.tsx'
import { Preflight } from './Preflight.tsx'
import type { NextStep, StepProps, StepScreens } from './steps.ts'

const screens: StepScreens = {
  preflight: Preflight,
  consent: Consent,
  logOut(props) {
    // Preflight has loaded the chunk
    const { LogOut } = logOutChunk.now!
    return <LogOut {...props} />
  },
  outcome: Outcome,
}

/** The identity-provider screen: shows the current step of an app's request. */
export function IDPConsent({ at, go }: ScreenProps<'IDPConsent'>) {
  const StepScreen = screens[at.step] as unknown as ComponentType<StepProps<never>>
  const { client } = at
  const follow = (next: NextStep) => {
    if ('leave' in next) go({ name: next.leave, next: { name: 'IDPConsent', step: 'preflight', client } })
    else go({ name: 'IDPConsent', client, ...next })
  }
  return <StepScreen at={at as never} go={follow} />
}
