import { useEffect, useLayoutEffect, useRef, type SyntheticEvent } from 'react'
import { plainDigits } from './plainDigits.ts'

/** How many digits a code has. */
export const CODE_LENGTH = 6

/** The code in a text that was typed, pasted or filled in: its first six digits, in any script. */
export const codeOf = (text: string): string => plainDigits(text).replace(/\D/g, '').slice(0, CODE_LENGTH)

/**
 * The field for a code: six drawn boxes with one real input over them, so that paste, autofill from a text message and screen readers work as in any field
 * (docs/decisions.md#the-code-field-is-one-input). It has the focus from the start, and takes it back with every new `focus`.
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
    // when an error goes away, the focus stays where it is
    if (focus) input.current?.focus()
  }, [focus])
  const type = (text: string) => {
    const code = codeOf(text)
    // the framework writes a value only if it has changed since the last rendering, so a letter, which is not part of the code, would stay in the input
    input.current!.value = code
    if (code !== value) onValue(code)
  }
  /** Moves the caret to the first empty box, which is where the screen draws it; selecting everything stays possible. Browsers have no event for a caret that moves. */
  const moveCaretToEnd = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd, value } = currentTarget
    if (selectionStart === selectionEnd && selectionEnd !== value.length) currentTarget.setSelectionRange(CODE_LENGTH, CODE_LENGTH)
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
        onKeyUp={moveCaretToEnd}
        onClick={moveCaretToEnd}
      />
      {Array.from({ length: CODE_LENGTH }, (_, at) => (
        <span key={at} className="lk-digit" data-testid={'otp-' + at} data-next={at === value.length || undefined} aria-hidden="true">
          {value[at]}
        </span>
      ))}
    </div>
  )
}
