import { useEffect, useState } from 'react'
import type { PasswordStrength } from '../../../../api/passwords.ts'
import { passwords } from '../../../../client/namespaces/passwords.ts'
import { useUi } from '../../../../ui/context.ts'
import type { Failure } from '../../../../ui/failure.ts'
import { failureOf } from '../../../../ui/task.ts'

/** How long the visitor has to stop typing before the provider checks the password, in ms. */
const TYPING_PAUSE = 500

/** What the provider says about a password. */
interface Strength {
  /** The result for this password, or for the previous one while this one is being checked. */
  strength?: PasswordStrength
  /** The password that `strength` is about. */
  checkedPassword: string
  /** Whether the provider has approved this password, and not only the previous one. */
  valid: boolean
  /** Why the password could not be checked, for the visitor to read. */
  failure?: Failure
  /** Checks again, at once. */
  retry: () => void
}

/**
 * Checks a password when the visitor stops typing. This is not a task, which finishes one thing before the next: here the newest check wins, and the answers of
 * earlier ones are ignored.
 */
export function useStrength(password: string, email?: string): Strength {
  const ui = useUi()
  const [checked, setChecked] = useState<{ password: string; strength?: PasswordStrength; failure?: Failure }>()
  const [attempt, setAttempt] = useState({ password, number: 0 })
  const again = attempt.number > 0 && attempt.password === password
  useEffect(() => {
    if (!password) return
    let over = false
    const check = async () => {
      let outcome: { strength?: PasswordStrength; failure?: Failure }
      try {
        outcome = { strength: await passwords(ui.core).strengthCheck({ email, password }) }
      } catch (error) {
        if (over) return
        ui.fail(error)
        outcome = { failure: await failureOf(ui, error) }
      }
      if (!over) setChecked({ password, ...outcome })
    }
    const timer = setTimeout(check, again ? 0 : TYPING_PAUSE)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [password, attempt])
  const current = checked?.password === password
  return {
    strength: password ? checked?.strength : undefined,
    checkedPassword: checked?.password || '',
    valid: current && checked.strength?.valid_password === true,
    failure: current ? checked.failure : undefined,
    retry() {
      setChecked(undefined)
      setAttempt({ password, number: attempt.number + 1 })
    },
  }
}
