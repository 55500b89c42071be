import { useId } from 'react'

/** Six digits, as a message has brought them or an app shows them. */
export function CodeField() {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Code, 6 digits</label>
      <input id={id} name="code" inputMode="numeric" autoComplete="one-time-code" pattern="\d{6}" title="Six digits" required />
    </div>
  )
}
