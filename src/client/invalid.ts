import { LatchkeyAPIUnreachableError } from '../api/errors.ts'

/** The error of an answer that the provider cannot have given. */
export const invalidAnswer = () => new LatchkeyAPIUnreachableError('Invalid response from our servers.', 'invalid_response')
