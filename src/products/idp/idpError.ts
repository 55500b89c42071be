import type { ErrorCode } from '../../api/errors.ts'
import type { Worded } from '../../ui/screen/explain.tsx'

/**
 * Creates an error that ends an app's request: `code` is for the host, `sentence` is what the
 * visitor reads. `options` names what the error is about, such as a parameter. `error_type` is the
 * name of the error in OpenID Connect, if it has one. This is not a class, because the error
 * classes are in the engine's file, and these screens do not wait for that file.
 */
export const idpError = (
  code: ErrorCode,
  sentence: string,
  { error_type, ...more }: { options?: string; error_type?: string } = {},
): Error & Worded =>
  Object.assign(new Error(sentence), { code, sentence, ...more, ...(error_type && { error_type, error_message: sentence }) })
