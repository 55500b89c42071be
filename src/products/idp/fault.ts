import type { ErrorCode } from '../../api/errors.ts'

/** What stops an app's request before the provider has a say: a stable code for the host, and the sentence that the visitor reads. */
export const fault = (code: ErrorCode, message: string): Error => Object.assign(new Error(message), { code })
