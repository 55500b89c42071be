/**
 * Runs `act` after `given` ms, a value that may come from a host, a server or storage, and returns the handle for `clearTimeout`. 0, and more than a timer can
 * count, mean never: above 2^31-1 a browser would fire at once (HTML, section 8.6: the timeout is a `long`). An invalid time, such as NaN, a negative number or
 * undefined, means 20 s.
 */
export const after = (given: unknown, act: () => void): ReturnType<typeof setTimeout> | undefined => {
  const ms = typeof given === 'object' ? NaN : Number(given)
  return ms === 0 || ms >= 2 ** 31 ? undefined : setTimeout(act, ms > 0 ? ms : 20_000)
}
