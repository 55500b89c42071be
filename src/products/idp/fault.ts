import type { ErrorCode } from '../../api/errors.ts'
import type { Worded } from '../../ui/explain.tsx'

/**
 * What stops an app's request before the provider has a say: a stable code for the host, the sentence that the visitor reads, and what it is about. No class, as
 * those are in the engine's file, for which these screens do not wait.
 */
export const fault = (code: ErrorCode, sentence: string, options?: string): Error & Worded =>
  Object.assign(new Error(sentence), { code, sentence, options })
