import type { ReactElement } from 'react'
import type { ConsentStep } from '../../ui/map.ts'

type Name = ConsentStep['step']

/**
 * A step of an app's request, by its name. The client is left out: it is the same for all steps of
 * a request.
 */
export type StepOf<Of extends Name> = Omit<Extract<ConsentStep, { step: Of }>, 'client'>

/**
 * Any step, or another screen that comes first: the visitor has to confirm their email address, or
 * the page's URL has the token of a link that does so.
 */
export type NextStep = { [Of in Name]: StepOf<Of> }[Name] | { leave: 'ConfirmEmail' | 'UrlLogIn' }

/**
 * The props of a step's screen: the step, and `go`, which leads to the next step and does nothing
 * once the visit is over.
 */
export interface StepProps<Of extends Name> {
  at: Extract<ConsentStep, { step: Of }>
  go: (next: NextStep) => void
}

export type StepScreens = { [Of in Name]: (props: StepProps<Of>) => ReactElement }
