import { useEffect, useState, type ReactNode } from 'react'
import type { PasswordStrength } from '../../../../api/passwords.ts'
import { passwords } from '../../../../client/passwords.ts'
import { useUi } from '../../../../ui/context.ts'
import { explained } from '../../../../ui/task.ts'

/** How long the visitor has to stop typing before a password is checked, in ms (spec section 9). */
const PAUSE = 500

/** What is known of a password. */
export interface Strength {
  /** What the provider says: of this password, or of the one before while this one is being checked. */
  strength?: PasswordStrength
  /** The password that it says that of. */
  of: string
  /** Whether it says that this very password is good enough. */
  valid: boolean
  /** Why it could not be asked. */
  error?: ReactNode
  /** Asks again, at once. */
  retry: () => void
}

/**
 * Checks a password when typing pauses. Not a task, which runs once at a time: here the newest check is the one that counts, and the answers of the ones
 * before are nobody's.
 */
export function useStrength(password: string, email?: string): Strength {
  const ui = useUi()
  const [checked, setChecked] = useState<{ password: string; strength?: PasswordStrength; error?: ReactNode }>()
  const [attempt, setAttempt] = useState({ password, number: 0 })
  const again = attempt.number > 0 && attempt.password === password
  useEffect(() => {
    if (!password) return
    let over = false
    const check = async () => {
      let outcome: { strength?: PasswordStrength; error?: ReactNode }
      try {
        outcome = { strength: await passwords(ui.core).strengthCheck({ email, password }) }
      } catch (error) {
        if (over) return
        ui.fail(error)
        outcome = { error: await explained(ui, error) }
      }
      if (!over) setChecked({ password, ...outcome })
    }
    const timer = setTimeout(check, again ? 0 : PAUSE)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [password, attempt])
  const current = checked?.password === password
  return {
    strength: password ? checked?.strength : undefined,
    of: checked?.password || '',
    valid: current && checked.strength?.valid_password === true,
    error: current && checked.error,
    retry() {
      setChecked(undefined)
      setAttempt({ password, number: attempt.number + 1 })
    },
  }
}
