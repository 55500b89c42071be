import type { ComponentType } from 'react'
import type { Props } from '../../ui/map.ts'
import { Consent } from './Consent.tsx'
import { logOutPart } from './parts.ts'
import { Over } from './Over.tsx'
import { Preflight } from './Preflight.tsx'
import type { StepProps, StepScreens } from './step.ts'

const screens: StepScreens = {
  preflight: Preflight,
  consent: Consent,
  logOut(props) {
    // the preflight has fetched it
    const { LogOut } = logOutPart.now!
    return <LogOut {...props} />
  },
  over: Over,
}

/** The identity-provider screens: each is a step that an app's request comes to. */
export function IDPConsent({ at, go }: Props<'IDPConsent'>) {
  const Shown = screens[at.step] as unknown as ComponentType<StepProps<never>>
  return <Shown at={at as never} go={(next) => go({ name: 'IDPConsent', by: at.by, ...next })} />
}
