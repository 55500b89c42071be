import { Check, Copy, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'

interface CopyButtonProps {
  /** The text to copy, or a function that returns it. */
  text: string | (() => string)
  label: string
  icon?: LucideIcon
  title?: string
}

const NOTICE_TIME = 2000

/** Copies a text, and confirms it for two seconds. */
export function CopyButton({ text, label, icon: Icon = Copy, title }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), NOTICE_TIME)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text())
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }
  const CurrentIcon = outcome === 'copied' ? Check : outcome === 'failed' ? TriangleAlert : Icon
  return (
    <button type="button" className="button" title={title} onClick={() => void copy()}>
      <CurrentIcon aria-hidden size={16} />
      <span aria-live="polite">{outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Not allowed to copy' : label}</span>
    </button>
  )
}
