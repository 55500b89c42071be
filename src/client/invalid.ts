import { LatchkeyAPIUnreachableError } from '../api/errors.ts'

/** What an answer is called that the provider cannot have given. */
export const invalid = () => new LatchkeyAPIUnreachableError('Invalid response from our servers.', 'invalid_response')
