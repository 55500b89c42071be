/** Resolves with the error that a promise rejects with. Fails if it resolves. */
export const rejection = async (promise: Promise<unknown>): Promise<any> => {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('value' in outcome) throw new Error(`It resolved with ${JSON.stringify(outcome.value)}`)
  return outcome.error
}
