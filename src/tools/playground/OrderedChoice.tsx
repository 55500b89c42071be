import { ArrowDown, ArrowUp } from 'lucide-react'

interface OrderedChoiceProps<Name extends string> {
  legend: string
  names: Record<Name, string>
  selection: Name[]
  /** Values that cannot be chosen. */
  unavailable?: readonly Name[]
  onChange: (selection: Name[]) => void
}

/** Checkboxes whose order counts: the chosen ones come first and can be moved. */
export function OrderedChoice<Name extends string>({ legend, names, selection, unavailable = [], onChange }: OrderedChoiceProps<Name>) {
  const others = (Object.keys(names) as Name[]).filter((name) => !selection.includes(name))
  const swap = (index: number, by: 1 | -1) => {
    const next = [...selection]
    ;[next[index], next[index + by]] = [next[index + by]!, next[index]!]
    onChange(next)
  }
  const row = (name: Name, index: number) => (
    <li key={name}>
      <label>
        <input
          type="checkbox"
          checked={index >= 0}
          disabled={unavailable.includes(name)}
          onChange={() => onChange(index >= 0 ? selection.filter((other) => other !== name) : [...selection, name])}
        />
        {names[name]}
      </label>
      {index >= 0 && selection.length > 1 && (
        <span className="row">
          <button
            type="button"
            className="icon"
            aria-label={`Move ${names[name]} up`}
            disabled={index === 0}
            onClick={() => swap(index, -1)}
          >
            <ArrowUp aria-hidden size={16} />
          </button>
          <button
            type="button"
            className="icon"
            aria-label={`Move ${names[name]} down`}
            disabled={index === selection.length - 1}
            onClick={() => swap(index, 1)}
          >
            <ArrowDown aria-hidden size={16} />
          </button>
        </span>
      )}
    </li>
  )
  return (
    <fieldset>
      <legend>{legend}</legend>
      <ul className="choices">{[...selection, ...others].map((name) => row(name, selection.indexOf(name)))}</ul>
    </fieldset>
  )
}
