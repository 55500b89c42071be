import { useId } from 'react'

/** A field for the six digits from a message or an authenticator app. */
export function CodeField() {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Code, 6 digits</label>
      <input id={id} name="code" inputMode="numeric" autoComplete="one-time-code" pattern="\d{6}" title="Six digits" required />
    </div>
  )
}
