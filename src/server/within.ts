/**
 * Resolves as `work` does, or rejects after so many milliseconds, even if the host's `fetch`
 * ignores the signal that it gets.
 */
export const within = <Result>(ms: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
  const signal = AbortSignal.timeout(ms)
  const limit = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
  return Promise.race([work(signal), limit])
}
