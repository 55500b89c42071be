/**
 * Tells the host of a failure. Without `onError`, logs `line` and the error's name, or on a
 * developer's machine the whole error.
 */
export const reportFailure = <Failure extends { error: unknown }>(
  onError: ((failure: Failure) => void) | undefined,
  failure: Failure,
  line: string,
  isLocal = false,
): void => {
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
