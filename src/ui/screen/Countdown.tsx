import { useTimeLeft } from '../useTimeLeft.ts'
import { words } from '../words/codeWords.ts'
import { useWords } from '../words/translator.ts'

/** Formats milliseconds as `m:ss`, never less than `0:00`. */
export const minutesAndSeconds = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/**
 * Counts down how long a code is valid. `from` is when it was sent, by `performance.now()`, which
 * does not jump when somebody sets the clock. Screen readers announce only the end, not every
 * second.
 */
export function Countdown({ from, minutes }: { from: number; minutes: number }) {
  const t = useWords(words)
  const left = useTimeLeft(from, minutes * 60_000)
  const over = !(left > 0)
  return (
    <p className="lk-helper">
      <span role="timer">{!over && t('passcode.expirationCountdown', { timeRemaining: minutesAndSeconds(left) })}</span>
      <span role="status">{over && t('passcode.expired')}</span>
    </p>
  )
}
