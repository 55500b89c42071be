import { useEffect, useRef, type ReactNode } from 'react'
import { isUnrecoverable } from '../../api/unrecoverable.ts'
import { useSheet } from '../../ui/looks/sheets.ts'
import type { Task } from '../../ui/task.ts'
import { useWords } from '../../ui/words/translator.ts'
import type { LogIn } from './OtherWays.tsx'
import sheet from './trust.css'
import { words } from './words.ts'

/** Returns whether the server no longer knows that the visitor has proved a first factor. */
const isLost = (error: unknown) =>
  isUnrecoverable(error) || (error as { error_type?: string } | undefined)?.error_type === 'second_factor_expired'

/**
 * Adds to a step during a log-in: the box for a device that the visitor trusts, with what it says
 * for the call, and the way back to the start if the log-in is lost. `task` sends the call.
 */
export function useLogIn(logIn: LogIn | undefined, { cause }: Task): { trust: ReactNode; trusted: () => { trust_device?: true } } {
  const t = useWords(words)
  const box = useRef<HTMLInputElement>(null)
  useSheet(sheet)
  useEffect(() => {
    if (logIn && isLost(cause)) logIn.onExpired()
  }, [cause])
  return {
    trust: logIn?.mayTrust && (
      <label className="lk-check">
        <input type="checkbox" ref={box} />
        {t('secondFactor.trustDevice')}
      </label>
    ),
    trusted: () => (box.current?.checked ? { trust_device: true } : {}),
  }
}
