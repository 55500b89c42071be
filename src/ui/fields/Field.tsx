import { useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import type { Announcement, Task } from '../task.ts'

type Input = Pick<
  ComponentProps<'input'>,
  | 'type'
  | 'value'
  | 'defaultValue'
  | 'onInput'
  | 'onChange'
  | 'inputMode'
  | 'autoComplete'
  | 'placeholder'
  | 'required'
  | 'enterKeyHint'
  | 'autoCorrect'
  | 'aria-invalid'
  | 'aria-describedby'
>

/**
 * A labeled input with the message of its task under it. When the task fails, the focus returns to the input, so that the visitor can correct what they typed.
 * With `defaultValue` in the place of `value`, the input keeps its own text. `children` are placed at the end of the input.
 */
export function Field({ label, id, task, children, ...input }: Input & { label: string; id: string; task?: Task; children?: ReactNode }) {
  const message = id + '-message'
  const ref = useRef<HTMLInputElement>(null)
  const error = task?.error
  // a layout effect, so that the focus moves together with the message: a visitor who has moved on with Tab must not be taken back later
  useLayoutEffect(() => {
    if (error) ref.current?.focus()
  }, [error])
  return (
    <div className="lk-field">
      <label className="lk-label" htmlFor={id}>
        {label}
      </label>
      <input
        ref={ref}
        id={id}
        className="lk-input"
        aria-invalid={!!error}
        aria-describedby={message}
        autoCapitalize="none"
        spellCheck="false"
        // in Preact's types each `type` of input is a different element
        {...(input as Input & { type: 'text' })}
      />
      {children}
      <Inline id={message}>{error}</Inline>
    </div>
  )
}

/** A message under a field. Its live region exists before the message, as in {@link Message}. */
export const Inline = ({ id, children }: { id?: string; children?: ReactNode }) => (
  <div key={(children as Announcement)?.key} id={id} role="alert" className="lk-inline">
    {children}
  </div>
)
