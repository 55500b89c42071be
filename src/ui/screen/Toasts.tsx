import { useEffect, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'
import { tick } from './icons.ts'

type ToastKind = 'success' | 'error'

/** How long a toast is shown, in ms. An error is shown longer, because it takes longer to read. */
const SUCCESS = 2000
const ERROR = 4000

/** The most toasts that are shown at once. */
const MAX_TOASTS = 20

export interface ToastList {
  /** `id` is the timer that ends a toast. */
  readonly toasts: readonly { id: ReturnType<typeof setTimeout>; text: string; kind: ToastKind }[]
  /**
   * Shows a sentence for 2 s, or an error for 4 s. If there are more than twenty, the oldest
   * disappears at once.
   */
  show(text: string, kind?: ToastKind): void
}

/** Returns the toasts (short notifications) of a screen. */
export function useToasts(): ToastList {
  const [toasts, setToasts] = useState<ToastList['toasts']>([])
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  useEffect(() => () => timers.current.forEach((timer) => clearTimeout(timer)), [])
  return {
    toasts,
    show(text, kind = 'success') {
      const id = setTimeout(() => setToasts((now) => now.filter((toast) => toast.id !== id)), kind === 'error' ? ERROR : SUCCESS)
      timers.current.push(id)
      setToasts((now) => [...now, { id, text, kind }].slice(-MAX_TOASTS))
    },
  }
}

/**
 * The place where toasts appear. Its live region exists before the first toast, or screen readers
 * would not announce that one.
 */
export const Toasts = ({ of: { toasts } }: { of: ToastList }) => (
  <div className="lk-toasts" role="status">
    {toasts.map(({ id, text, kind }) => (
      <div key={+id} className={`lk-toast lk-${kind}`}>
        {kind === 'success' && <Icon path={tick} />}
        {text}
      </div>
    ))}
  </div>
)
