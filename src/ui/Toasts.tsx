import { useEffect, useRef, useState } from 'react'

type Kind = 'success' | 'error'

/** How long a toast stands, in ms, and how many stand at once (spec section 9). */
const LIFE = { success: 2000, error: 4000 }
const MOST = 20

export interface ToastList {
  readonly toasts: readonly { id: number; text: string; kind: Kind }[]
  /** Shows a sentence for 2 s, an error for 4 s. The oldest of more than twenty goes at once. */
  show(text: string, kind?: Kind): void
}

/** Short notices of one screen. */
export function useToasts(): ToastList {
  const [toasts, setToasts] = useState<ToastList['toasts']>([])
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  const last = useRef(0)
  useEffect(() => () => timers.current.forEach(clearTimeout), [])
  return {
    toasts,
    show(text, kind = 'success') {
      const id = ++last.current
      setToasts((now) => [...now, { id, text, kind }].slice(-MOST))
      timers.current.add(setTimeout(() => setToasts((now) => now.filter((toast) => toast.id !== id)), LIFE[kind]))
    },
  }
}

/** Where they show. Its live region is there before the first one. */
export const Toasts = ({ of: { toasts } }: { of: ToastList }) => (
  <div className="lk-toasts" role="status">
    {toasts.map(({ id, text, kind }) => (
      <div key={id} className={`lk-toast lk-${kind}`}>
        {text}
      </div>
    ))}
  </div>
)
