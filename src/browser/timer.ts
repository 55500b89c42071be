import { text } from '../api/kinds.ts'

/**
 * Runs `act` after `delay` ms, a value that may come from a host, a server or storage, and returns
 * the handle for `clearTimeout`. 0, and more than a timer can count, mean never: above 2^31-1 a
 * browser would fire at once (HTML, section 8.6: the timeout is a `long`). What is no time, such as
 * NaN, a negative number, a word, `true` or undefined, means 20 s.
 */
export const after = (delay: unknown, act: () => void): ReturnType<typeof setTimeout> | undefined => {
  const ms = typeof delay === 'number' ? delay : /^\d+$/.test(text(delay) ?? '') ? Number(delay) : NaN
  return ms === 0 || ms >= 2 ** 31 ? undefined : setTimeout(act, ms > 0 ? ms : 20_000)
}
