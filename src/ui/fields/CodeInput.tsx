import { useEffect, useLayoutEffect, useState, type SyntheticEvent } from 'react'
import { isComposing } from './composition.ts'
import { visibleText } from '../../api/emailAddress.ts'
import type { FieldRef } from './Field.tsx'
import { plainDigits } from './plainDigits.ts'
import { useTextOf } from './useTextOf.ts'

/** How many digits a code has. */
export const CODE_LENGTH = 6

const isCode = (digits: string) => digits.length === CODE_LENGTH

/**
 * Returns the code in a text that was typed, pasted or filled in, in digits of any script: in a
 * message the one run of six digits ("Studio 54: your code is 123456"), which a separator may
 * divide, and nothing if there is no such run or more than one. Without words, it is the first six
 * digits.
 */
export function codeOf(text: string): string {
  const plain = plainDigits(visibleText(text))
  const inOneRun = new Set(plain.split(/\D+/).filter(isCode))
  const divided = () => new Set((plain.match(/\d+(?:[\s\p{Pd}]\d+)*/gu) ?? []).map((match) => match.replace(/\D/gu, '')).filter(isCode))
  const runs = inOneRun.size ? inOneRun : divided()
  if (runs.size === 1) return [...runs][0]!
  const digits = plain.replace(/\D/g, '')
  const isMessage = runs.size > 1 || /\p{L}{2}/u.test(plain)
  return isMessage && digits.length >= CODE_LENGTH ? '' : digits.slice(0, CODE_LENGTH)
}

/**
 * The field for a code: six drawn boxes with one real input over them, so that paste, autofill from
 * a text message and screen readers work as in any field (docs/decisions/one-field-for-a-code.md).
 * It has the focus from the start, and takes it back with every new `focus`.
 */
export function CodeInput({
  field,
  value,
  onValue,
  label,
  describedBy,
  invalid,
  busy,
  focus,
}: {
  field: FieldRef
  value: string
  onValue: (code: string) => void
  label: string
  describedBy: string
  invalid: boolean
  busy: boolean
  focus: unknown
}) {
  /** The digits that an input method shows, before they count. */
  const [draft, setDraft] = useState<string>()
  const write = (code: string) => {
    if (!isComposing(field.current!) && field.current!.value !== code) field.current!.value = code
  }
  useEffect(() => field.current?.focus(), [])
  useLayoutEffect(() => {
    // when an error goes away, the focus stays where it is
    if (focus) field.current?.focus()
  }, [focus])
  useLayoutEffect(() => write(value), [value])
  useTextOf(field, (text) => {
    if (busy) return
    const code = codeOf(text)
    write(code)
    if (code !== value) onValue(code)
  })
  /**
   * Moves the caret to the first empty box, which is where the screen draws it; selecting
   * everything stays possible. Browsers have no event for a caret that moves.
   */
  const moveCaretToEnd = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd, value } = currentTarget
    if (!isComposing(currentTarget) && selectionStart === selectionEnd && selectionEnd !== value.length)
      currentTarget.setSelectionRange(CODE_LENGTH, CODE_LENGTH)
  }
  const shown = draft ?? value
  return (
    <div className="lk-code" dir="ltr">
      <input
        ref={field}
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
        onInput={({ currentTarget }) => setDraft(isComposing(currentTarget) ? codeOf(currentTarget.value) : undefined)}
        onKeyUp={moveCaretToEnd}
        onClick={moveCaretToEnd}
      />
      {Array.from({ length: CODE_LENGTH }, (_, at) => (
        <span key={at} className="lk-digit" data-testid={'otp-' + at} data-next={at === shown.length || undefined} aria-hidden="true">
          {shown[at]}
        </span>
      ))}
    </div>
  )
}
