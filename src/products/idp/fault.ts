import type { ErrorCode } from '../../api/errors.ts'
import type { Worded } from '../../ui/explain.tsx'

/** What stops an app's request before the provider has a say: a stable code for the host, and the sentence that the visitor reads. */
export const fault = (code: ErrorCode, sentence: string): Error & Worded => Object.assign(new Error(sentence), { code, sentence })
