/**
 * Runs `act` in so many ms, which a host, a server or storage may have named, and gives what `clearTimeout` takes. 0 and what no timer can count is never: above 2^31-1
 * a browser would strike at once (HTML, section 8.6: the timeout is a `long`). What is no time, as NaN, a negative number or nothing, is 20 s.
 */
export const after = (given: unknown, act: () => void): ReturnType<typeof setTimeout> | undefined => {
  const ms = typeof given === 'object' ? NaN : Number(given)
  return ms === 0 || ms >= 2 ** 31 ? undefined : setTimeout(act, ms > 0 ? ms : 20_000)
}
