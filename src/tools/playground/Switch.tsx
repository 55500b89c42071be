interface SwitchProps {
  label: string
  on: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}

/** A switch that takes effect at once. */
export function Switch({ label, on, disabled, onChange }: SwitchProps) {
  return (
    <label className="switch">
      <input type="checkbox" role="switch" checked={on} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  )
}
