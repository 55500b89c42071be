import { createElement, Fragment, useRef, useState, type ReactNode } from 'react'
import type { Core } from '../../client/core.ts'
import { useUi } from '../../ui/context.ts'
import { failureOf } from '../../ui/task.ts'
import { outlivingVisit } from '../../ui/visitor/outlivingVisit.ts'

/** A change of one item of a list: its new name, or its removal. */
export type Change = { name: string } | 'removal'

export interface Changes {
  /** By the id of the item. */
  underWay: { readonly [id: string]: Change }
  /**
   * What the visitor reads if the provider refused a change, the id of the item and its refused
   * name. It goes with the next change.
   */
  refusal?: { id: string; name?: string; text: ReactNode }
  /**
   * Sends a change, unless another one of the same item is under way, and calls `onDone` when the
   * provider has made it. The call does not end with the visit, because the list shows the change
   * as done.
   */
  change(id: string, change: Change, send: (core: Core) => Promise<unknown>, onDone: () => void): void
}

/**
 * Changes items of a list, several at once if the visitor is quick. This is not a task, which runs
 * one thing at a time.
 */
export function useChanges(): Changes {
  const ui = useUi()
  const [underWay, setUnderWay] = useState<Changes['underWay']>({})
  const [refusal, setRefusal] = useState<Changes['refusal']>()
  const refusals = useRef(0)
  // a state would be as old as the last rendering
  const ids = useRef(new Set<string>())
  const run = async (...[id, change, send, onDone]: Parameters<Changes['change']>) => {
    if (ids.current.has(id)) return
    ids.current.add(id)
    const { signal } = ui.visit.peek()
    setRefusal(undefined)
    setUnderWay((now) => ({ ...now, [id]: change }))
    let text: ReactNode
    try {
      await send(ui.confirmation!.confirming(outlivingVisit(ui.core)))
    } catch (error) {
      if (signal.aborted) return
      ui.fail(error)
      text = (await failureOf(ui, error)).text
    }
    ids.current.delete(id)
    if (signal.aborted) return
    if (text) setRefusal({ id, ...(change !== 'removal' && change), text: createElement(Fragment, { key: refusals.current++ }, text) })
    else onDone()
    setUnderWay(({ [id]: _, ...others }) => others)
  }
  return { underWay, refusal, change: (...args) => void run(...args) }
}
