import { useEffect, useLayoutEffect, useRef, type SyntheticEvent } from 'react'
import { plainDigits } from './phone/digits.ts'

/** Digits in a code (spec section 9). */
export const LENGTH = 6

/** What a code holds of a text that was typed, pasted or filled in: at most six digits, of any script (row 23). */
export const codeOf = (text: string): string => plainDigits(text).replace(/\D/g, '').slice(0, LENGTH)

/**
 * Six boxes with one real input over them, so that paste, autofill from a message and screen readers find a field of the ordinary kind. It has the
 * focus from the start, and takes it back with every new `focus`.
 */
export function CodeInput({
  value,
  onValue,
  label,
  describedBy,
  invalid,
  busy,
  focus,
}: {
  value: string
  onValue: (code: string) => void
  label: string
  describedBy: string
  invalid: boolean
  busy: boolean
  focus: unknown
}) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  useLayoutEffect(() => {
    // an error that goes leaves the visitor where they are
    if (focus) input.current?.focus()
  }, [focus])
  const type = (text: string) => {
    const code = codeOf(text)
    // the framework only writes what has changed since its last rendering: a letter that changes nothing would stay
    input.current!.value = code
    if (code !== value) onValue(code)
  }
  /** The caret is drawn in the first empty box, so it has to be there; selecting everything stays possible. Of one that moves, browsers tell by no event of their own. */
  const settle = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd, value } = currentTarget
    if (selectionStart === selectionEnd && selectionEnd !== value.length) currentTarget.setSelectionRange(LENGTH, LENGTH)
  }
  return (
    <div className="lk-code" dir="ltr">
      <input
        ref={input}
        className="lk-code-input"
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="done"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck="false"
        readOnly={busy}
        value={value}
        onInput={(event) => type(event.currentTarget.value)}
        onChange={() => {}}
        onKeyUp={settle}
        onClick={settle}
      />
      {Array.from({ length: LENGTH }, (_, at) => (
        <span key={at} className="lk-digit" data-testid={'otp-' + at} data-next={at === value.length || undefined} aria-hidden="true">
          {value[at]}
        </span>
      ))}
    </div>
  )
}
