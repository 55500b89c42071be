import { useState, type ReactNode } from 'react'
import { Code } from './Code.tsx'

/**
 * A value as JSON behind a summary. The JSON is rendered only while it is open, because a log has a
 * hundred of them.
 */
export function FoldedJson({
  summary,
  value,
  label,
  className,
}: {
  summary: ReactNode
  value: unknown
  label: string
  className?: string
}) {
  const [open, setOpen] = useState(false)
  return (
    <details className={className} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {open && <Code language="json" text={JSON.stringify(value, null, 2)} label={label} />}
    </details>
  )
}
