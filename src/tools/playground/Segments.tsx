import { useId } from 'react'

interface SegmentsProps {
  legend: string
  options: Record<string, string>
  selection: string
  onChange: (value: string) => void
}

/** A choice of one of a few, side by side. */
export function Segments({ legend, options, selection, onChange }: SegmentsProps) {
  const name = useId()
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="segments">
        {Object.entries(options).map(([value, label]) => (
          <label key={value} className={selection === value ? 'chosen' : undefined}>
            <input type="radio" name={name} checked={selection === value} onChange={() => onChange(value)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
