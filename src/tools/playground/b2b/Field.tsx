import { useId, type ComponentProps } from 'react'

export function Field({ label, ...input }: ComponentProps<'input'> & { label: string }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} {...input} />
    </div>
  )
}

/** A field for the six digits from a message or an authenticator app. */
export const CodeField = () => (
  <Field label="Code, 6 digits" name="code" inputMode="numeric" autoComplete="one-time-code" pattern="\d{6}" title="Six digits" required />
)
