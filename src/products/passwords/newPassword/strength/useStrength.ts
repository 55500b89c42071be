import { useEffect, useRef, useState } from 'react'
import type { PasswordStrength } from '../../../../api/passwords.ts'
import { passwords } from '../../../../client/namespaces/passwords.ts'
import { useUi } from '../../../../ui/context.ts'
import type { Failure } from '../../../../ui/failure.ts'
import { failureOf } from '../../../../ui/task.ts'

/** How long the visitor has to stop typing before the provider checks the password, in ms. */
const TYPING_PAUSE = 500

/** A check that has come to its end: with what the provider says, or why it could not be asked. */
interface Check {
  password: string
  strength?: PasswordStrength
  failure?: Failure
}

/** What the provider says about a password. */
interface Strength {
  /** The result for this password, or for the previous one while this one is being checked. */
  strength?: PasswordStrength
  /** The newest check, of this password or the previous one. */
  check?: Check
  /** Why the password could not be checked, for the visitor to read. */
  failure?: Failure
  /** Checks again, at once. */
  retry: () => void
}

/**
 * Checks a password when the visitor stops typing. This is not a task, which finishes one thing
 * before the next: here the newest check wins, and the answers of earlier ones are ignored.
 * `urgent`: the visitor does not type any more, and waits for it.
 */
export function useStrength(password: string, email: string | undefined, urgent: boolean): Strength {
  const ui = useUi()
  const [lastCheck, setLastCheck] = useState<Check>()
  const [attempt, setAttempt] = useState({ password, number: 0 })
  const checkNow = useRef(() => {})
  const again = attempt.number > 0 && attempt.password === password
  useEffect(() => {
    if (!password) return
    let over = false
    let hasBegun = false
    const check = async () => {
      if (hasBegun) return
      hasBegun = true
      let outcome: Omit<Check, 'password'>
      try {
        outcome = { strength: await passwords(ui.core).strengthCheck({ email, password }) }
      } catch (error) {
        if (over) return
        ui.fail(error)
        outcome = { failure: await failureOf(ui, error) }
      }
      if (!over) setLastCheck({ password, ...outcome })
    }
    const timer = setTimeout(check, again ? 0 : TYPING_PAUSE)
    checkNow.current = check
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [password, attempt])
  const failure = lastCheck?.password === password ? lastCheck.failure : undefined
  const retry = () => {
    setLastCheck(undefined)
    setAttempt({ password, number: attempt.number + 1 })
  }
  useEffect(() => {
    if (!urgent) return
    if (failure) retry()
    else checkNow.current()
  }, [urgent, password])
  return { strength: password ? lastCheck?.strength : undefined, check: lastCheck, failure, retry }
}
