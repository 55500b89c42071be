import { useLayoutEffect, useState } from 'react'
import { useUi } from '../context.ts'
import type { Place } from '../map.ts'

/**
 * Leads to Success when the visitor has signed in in another tab, while this one waits for them. A
 * session that they had when they came to this screen does not count, nor does one that something
 * else on this page began: another widget there has told the host. `busy`: the screen may be
 * signing them in itself, and then leads on itself.
 */
export function useSignedInElsewhere(go: (next: Place<'Success'>) => void, busy?: boolean): void {
  const { status } = useUi().core
  const idNow = () => status.now.session?.session_id
  const [had] = useState(() => ({ isKnown: !status.fromCache, id: idNow() }))
  // a layout effect, so that `busy` counts before its call is answered
  useLayoutEffect(() => {
    if (busy) return
    const look = () => {
      const id = idNow()
      // the provider has only now confirmed the session that they came with
      if (!had.isKnown) Object.assign(had, { isKnown: !status.fromCache, id })
      if (!status.byOtherTab) had.id = id
      else if (id && id !== had.id) go({ name: 'Success' })
    }
    look()
    return status.subscribe(look)
  }, [busy])
}
