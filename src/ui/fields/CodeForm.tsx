import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import sheet from './code.css'
import { codeOf, CodeInput, CODE_LENGTH } from './CodeInput.tsx'
import { words } from '../words/codeWords.ts'
import { Inline } from './Field.tsx'
import { Form } from './Form.tsx'
import { useUi } from '../context.ts'
import { useSheet } from '../looks/sheets.ts'
import type { Task } from '../task.ts'
import { useWords } from '../words/translator.ts'

/**
 * Asks for the six digits of a code, and passes them on as soon as the last one is there, or when
 * the visitor tries again after a failure. `task` is what checks them.
 */
export function CodeForm({
  id,
  describedBy,
  task,
  error = task.error,
  wrongCodeErrors,
  sending,
  validity,
  onCode,
}: {
  /** The id of the message under the field. */
  id: string
  /** The id of what describes the code, if there is such an element. */
  describedBy?: string
  task: Task
  /** What the visitor reads after a failure. Default: the task's error. */
  error?: Task['error']
  /**
   * The error types that say that the code itself is wrong, so that the visitor has to type
   * another. After any other error the same digits may work.
   */
  wrongCodeErrors: readonly string[]
  /** Names the sending of the code. Another one clears the digits of the previous code. */
  sending?: unknown
  /** How long the code is valid, in the look `quartz`. */
  validity?: ReactNode
  onCode: (code: string) => void
}) {
  const t = useWords(words)
  /** What the visitor has typed, for which sending, and the failure that came before it. */
  const [entry, setEntry] = useState<{ code: string; sending?: unknown; after?: unknown }>({ code: '' })
  const field = useRef<HTMLInputElement>(null)
  useSheet(sheet)
  // cleared in the rendering that shows the error, so that a wrong code is never painted next to
  // its error
  const wrong = wrongCodeErrors.includes((task.cause as { error_type?: string } | undefined)?.error_type as string)
  const code = entry.sending !== sending || (wrong && entry.after !== task.cause) ? '' : entry.code
  const isFirst = useRef(true)
  useEffect(() => {
    // the visitor has asked for another code, and types it next
    if (!isFirst.current) field.current!.focus()
    isFirst.current = false
  }, [sending])
  const take = (code: string) => {
    setEntry({ code, sending, after: task.cause })
    if (code.length === CODE_LENGTH) onCode(code)
  }
  const { look } = useUi()
  const progress = task.busy && (task.waiting?.label ?? t('formField.passcode.status.verifying'))
  const message = <Inline id={id}>{error}</Inline>
  return (
    <Form onSubmit={() => take(codeOf(field.current!.value))}>
      <div>
        <CodeInput
          field={field}
          label={t('formField.otp.ariaLabel')}
          describedBy={describedBy ? `${describedBy} ${id}` : id}
          invalid={!!task.isMistake}
          busy={task.busy}
          focus={task.error}
          value={code}
          onValue={take}
        />
        {look ? (
          // one line for all that is said, so that nothing moves
          <div className="lk-slot">
            {message}
            <div role="status">
              {progress && (
                <>
                  <i className="lk-spin" />
                  {progress}
                </>
              )}
            </div>
            {!error && !progress && validity}
          </div>
        ) : (
          message
        )}
      </div>
      {!look && (
        <div role="status">
          {progress && (
            <>
              <p className="lk-helper">{progress}</p>
              <div className="lk-progress" />
            </>
          )}
        </div>
      )}
      {task.error && code.length === CODE_LENGTH && <Button task={task}>{t('button.retry')}</Button>}
    </Form>
  )
}
