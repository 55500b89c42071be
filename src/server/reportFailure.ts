import type { BridgeFailure, BridgeOptions } from './bridge/handler.ts'

/**
 * Tells the host of a failure. Without `onError`, logs `line` and the error's name, or on a
 * developer's machine the whole error.
 */
export const reportFailure = (onError: BridgeOptions['onError'], failure: BridgeFailure, line: string, isLocal = false): void => {
  const { error } = failure
  try {
    if (onError) onError(failure)
    else if (isLocal) console.error(line, error)
    else console.error(`${line} ${error instanceof Error ? error.name : typeof error}`)
  } catch (mistake) {
    // the visitor gets an answer anyway
    console.error(mistake)
  }
}
