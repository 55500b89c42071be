import { useRef, useState, type ReactElement } from 'react'
import { useUi, type Confirming } from '../ui/context.ts'

/**
 * Creates what later screens need for changes that demand a new proof of who the visitor is, and
 * the dialog, which is rendered outside of them: what it sends never asks again.
 */
export function useConfirmation(): Confirming & { dialog: ReactElement | false } {
  const { kit, visit } = useUi()
  const { confirmation } = kit.now!
  const [done, setDone] = useState<{ now: (error?: unknown) => void }>()
  // of several calls that are refused, the first one asks
  const asking = useRef<Promise<void>>(undefined)
  const { signal } = visit.peek()
  const ask = async () => {
    const { askIn } = await confirmation.load()
    // a change may outlive its screen; then there is nowhere to ask
    if (signal.aborted) throw signal.reason
    try {
      await askIn((now) => setDone({ now }))
    } finally {
      asking.current = undefined
      setDone(undefined)
    }
  }
  const confirm = () => (asking.current ??= ask())
  const { ConfirmDialog } = (done && confirmation.now) || {}
  return {
    confirm,
    confirming: (core) => ({
      ...core,
      async send(...call) {
        try {
          return await core.send(...call)
        } catch (error) {
          if ((error as { error_type?: string }).error_type !== 'session_too_old') throw error
          await confirm()
          return core.send(...call)
        }
      },
    }),
    dialog: !!ConfirmDialog && <ConfirmDialog done={done!.now} />,
  }
}
