import { useRef, useState, type ReactElement } from 'react'
import type { Core } from '../../client/core.ts'
import { useUi } from '../../ui/context.ts'

/** How a screen has its visitor confirm that it is them, without leaving it. */
export interface Confirmation {
  /** Asks for it. Rejects if the visitor does not. */
  confirm(): Promise<void>
  /**
   * The same core, but a call for which the session is too old asks for it, and is sent again.
   */
  confirming(core: Core): Core
  /** The dialog, which the screen renders anywhere. */
  dialog: ReactElement | false
}

/** Creates what a screen needs for changes that demand a new proof of who the visitor is. */
export function useConfirmation(): Confirmation {
  const { kit } = useUi()
  const { confirmation } = kit.now!
  const [done, setDone] = useState<{ now: (error?: unknown) => void }>()
  // of several calls that are refused, the first one asks
  const asking = useRef<Promise<void>>(undefined)
  const ask = async () => {
    const { askIn } = await confirmation.load()
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
