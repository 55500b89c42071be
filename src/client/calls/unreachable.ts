import { LatchkeyAPIUnreachableError } from '../../api/baseErrors.ts'

/**
 * Creates the error of a call that got no answer: the visitor is offline, or the request was
 * blocked, or the answer was lost or came too late.
 */
export const unreachable = () => new LatchkeyAPIUnreachableError('Unable to contact our servers.')

/** Creates the error of an answer that the provider cannot have given. */
export const invalidAnswer = () => new LatchkeyAPIUnreachableError('Invalid response from our servers.', 'invalid_response')

/**
 * Waits for code that is being fetched. If it cannot be fetched, the call that needs it fails like
 * one that got no answer.
 */
export const orUnreachable = <Module>(code: Promise<Module>): Promise<Module> =>
  code.catch(() => {
    throw unreachable()
  })
