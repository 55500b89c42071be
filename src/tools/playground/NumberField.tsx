import { useEffect, useId, useState } from 'react'

interface NumberFieldProps {
  label: string
  unit: string
  value: number
  bounds: readonly [least: number, most: number]
  onChange: (value: number) => void
}

/**
 * A field for a whole number within bounds. While the visitor types, the field keeps the unfinished
 * value to itself.
 */
export function NumberField({ label, unit, value, bounds: [least, most], onChange }: NumberFieldProps) {
  const id = useId()
  const [text, setText] = useState(String(value))
  useEffect(() => setText(String(value)), [value])
  const valid = (entry: string) => entry !== '' && Number.isInteger(Number(entry)) && Number(entry) >= least && Number(entry) <= most
  const type = (entry: string) => {
    setText(entry)
    if (valid(entry)) onChange(Number(entry))
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="measure">
        <input
          id={id}
          inputMode="numeric"
          value={text}
          aria-invalid={!valid(text)}
          aria-describedby={valid(text) ? undefined : `${id}hint`}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setText(String(value))}
        />
        {unit}
      </span>
      {!valid(text) && (
        <p className="hint bad" id={`${id}hint`}>
          A whole number from {least} to {most.toLocaleString('en')}.
        </p>
      )}
    </div>
  )
}
