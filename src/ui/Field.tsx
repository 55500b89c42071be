import { useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import type { Said, Task } from './task.ts'

type Input = Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'autoComplete' | 'placeholder' | 'required' | 'enterKeyHint' | 'autoCorrect'
>

/**
 * A labelled input with the message of its task under it. The focus comes back to it when the task has failed, so that the visitor can mend
 * what they typed. `children` stand at the end of the input.
 */
export function Field({
  label,
  id,
  value,
  onValue,
  task,
  children,
  ...input
}: Input & { label: string; id: string; value: string; onValue: (value: string) => void; task?: Task; children?: ReactNode }) {
  const message = id + '-message'
  const ref = useRef<HTMLInputElement>(null)
  const error = task?.error
  // with the message, not after it: a visitor who is quick with Tab is not taken back
  useLayoutEffect(() => {
    if (error) ref.current?.focus()
  }, [error])
  return (
    <div className="lk-field">
      <label className="lk-label" htmlFor={id}>
        {label}
      </label>
      <input
        // to Preact's types inputs of each `type` are elements of their own
        {...(input as Input & { type: 'text' })}
        ref={ref}
        id={id}
        className="lk-input"
        value={value}
        aria-invalid={!!error}
        aria-describedby={message}
        autoCapitalize="none"
        spellCheck="false"
        onInput={(event) => onValue(event.currentTarget.value)}
        onChange={nothing}
      />
      {children}
      <Inline id={message}>{error}</Inline>
    </div>
  )
}

/** React wants to see `onChange` beside `value`; autofill that only fires `input` is heard by `onInput`. */
const nothing = () => {}

/** A message under a field; like {@link Message}, its live region is there before. */
export const Inline = ({ id, children }: { id?: string; children?: ReactNode }) => (
  <div key={(children as Said)?.key} id={id} role="alert" className="lk-inline">
    {children}
  </div>
)
