import type { ErrorCode } from '../../api/errors.ts'
import type { Worded } from '../../ui/explain.tsx'

/**
/**
 * What stops an app's request before the provider has a say: a stable code for the host, and the sentence that the visitor reads. No class, as those are in the
 * engine's file, for which these screens do not wait. `options` is what it is about; `error_type` is what OpenID Connect calls it, where it has a name for it.
 */
export const fault = (
  code: ErrorCode,
  sentence: string,
  { error_type, ...more }: { options?: string; error_type?: string } = {},
): Error & Worded =>
  Object.assign(new Error(sentence), { code, sentence, ...more, ...(error_type && { error_type, error_message: sentence }) })
