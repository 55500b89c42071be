import { useLayoutEffect, type ComponentProps, type ReactNode, type RefObject } from 'react'
import type { Announcement, Task } from '../task.ts'

type Input = Pick<
  ComponentProps<'input'>,
  | 'type'
  | 'defaultValue'
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
 * The input of a field. Its form reads the text there when it is submitted, because browsers and
 * password managers may fill an input in without an event.
 */
export type FieldRef = RefObject<HTMLInputElement | null>

/**
 * A labeled input with the message of its task under it. If that is about what the visitor has
 * typed, the focus returns to the input. The input keeps its own text; no
 * state of ours has a copy that could differ. `children` are placed at the end of the input.
 */
export function Field({
  field,
  label,
  id,
  task,
  children,
  ...input
}: Input & { field: FieldRef; label: string; id: string; task?: Task; children?: ReactNode }) {
  const message = id + '-message'
  const { error, isMistake } = task ?? ({} as Partial<Task>)
  // a layout effect, so that the focus moves together with the message: a visitor who has moved on
  // with Tab must not be taken back later
  useLayoutEffect(() => {
    if (isMistake) field.current?.focus()
  }, [error])
  return (
    <div className="lk-field">
      <label className="lk-label" htmlFor={id}>
        {label}
      </label>
      <input
        ref={field}
        id={id}
        className="lk-input"
        aria-invalid={!!isMistake}
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
