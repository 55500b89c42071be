import type { ReactElement } from 'react'
import type { ConsentStep } from '../../ui/map.ts'

type Name = ConsentStep['step']

/** A step by its name, without what the host has said, which is the same for all of a request's steps. */
export type Step<Of extends Name> = Omit<Extract<ConsentStep, { step: Of }>, 'by'>

/** Any step. */
export type NextStep = { [Of in Name]: Step<Of> }[Name]

/** What the screen of a step is given: the step, and the way to the next one, which does nothing once the visit is over. */
export interface StepProps<Of extends Name> {
  at: Extract<ConsentStep, { step: Of }>
  go: (next: NextStep) => void
}

export type StepScreens = { [Of in Name]: (props: StepProps<Of>) => ReactElement }
