/**
 * Tells the host about a failure. Without `onError`, logs `line` and the error's name, or on a
 * developer's machine the whole error. Never throws: the visitor gets an answer anyway.
 */
export const reportFailure = <Failure extends { error: unknown }>(
  onError: ((failure: Failure) => void) | undefined,
  failure: Failure,
  line: string,
  isLocal = () => false,
): void => {
  const { error } = failure
  const tell = async () => {
    if (onError) await onError(failure)
    else if (isLocal()) console.error(line, error)
    else console.error(`${line} ${error instanceof Error ? error.name : typeof error}`)
  }
  void tell().catch((mistake) => console.error(mistake))
}
