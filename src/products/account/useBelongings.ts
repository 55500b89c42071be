import { createElement, Fragment, useRef, useState, type ReactNode } from 'react'
import type { ConnectedApp } from '../../api/connectedApps.ts'
import type { User } from '../../api/entities.ts'
import type { Core } from '../../client/core.ts'
import { laterPasskeySignals } from '../../client/passkeys/laterPasskeySignals.ts'
import { userCalls } from '../../client/namespaces/userCalls.ts'
import type { AccountSection } from '../../ui/host/config.ts'
import { useUi } from '../../ui/context.ts'
import type { WidgetEvents } from '../../ui/host/events.ts'
import { outlivingVisit } from '../../ui/visitor/outlivingVisit.ts'
import { failureOf, useTask, type Task } from '../../ui/task.ts'
import { useOncePerVisit } from '../../ui/visitor/useOncePerVisit.ts'
import { belongingsOf, removeNow, type Belonging } from './belongings.ts'
import { passkeyCalls } from './chunks.ts'

/** What belongs to the account, and the functions that change it. */
interface Belongings {
  list: Belonging[]
  /** Asks the provider for it; runs once when the screen appears. */
  loading: Task
  load(): void
  /** Asks the provider for the connected apps. */
  loadingApps: Task
  loadApps(): void
  /** What is being changed, by its id: its name. */
  busy: { readonly [id: string]: string }
  /** What the visitor reads if the provider refused a change, and where. */
  refusal?: { section: AccountSection; text: ReactNode }
  remove(belonging: Belonging): void
  rename(belonging: Belonging, name: string): void
}

/** Loads what belongs to `user`, undefined if nobody is signed in, and changes it. What is being changed keeps its place; if the provider refuses, the visitor reads why. */
export function useBelongings(user: User | undefined, nobody: boolean): Belongings {
  const ui = useUi()
  const { core, emit } = ui
  const loading = useTask()
  const loadingApps = useTask()
  const [apps, setApps] = useState<ConnectedApp[]>()
  const [busy, setBusy] = useState<Belongings['busy']>({})
  const [refusal, setRefusal] = useState<Belongings['refusal']>()
  const refusals = useRef(0)
  const underWay = useRef(new Set<string>())

  const load = () => void loading.run(async () => void (await userCalls(core).get()))
  const loadApps = () => void loadingApps.run(async () => setApps((await userCalls(core).getConnectedApps()).connected_apps))
  useOncePerVisit(() => {
    if (nobody) return
    load()
    loadApps()
  })

  // not a task, which runs one thing at a time: several things may be changing at once
  const change = async (
    { section, id }: Belonging,
    name: string,
    kind: WidgetEvents['ACCOUNT_CHANGED']['change'],
    send: (core: Core) => Promise<unknown>,
  ) => {
    if (underWay.current.has(id)) return
    underWay.current.add(id)
    const { signal } = ui.visit.peek()
    setRefusal(undefined)
    setBusy((now) => ({ ...now, [id]: name }))
    let text: ReactNode
    try {
      await send(outlivingVisit(core))
    } catch (thrown) {
      if (signal.aborted) return
      ui.fail(thrown)
      text = (await failureOf(ui, thrown)).text
    }
    underWay.current.delete(id)
    if (signal.aborted) return
    setBusy(({ [id]: _, ...others }) => others)
    if (text) return setRefusal({ section, text: createElement(Fragment, { key: refusals.current++ }, text) })
    if (kind === 'removed') setApps((now) => now?.filter((app) => app.connected_app_id !== id))
    emit('ACCOUNT_CHANGED', { change: kind, section, id })
  }
  return {
    list: belongingsOf(user, apps),
    loading,
    load,
    loadingApps,
    loadApps,
    busy,
    refusal,
    remove: (belonging) =>
      void change(belonging, belonging.name, 'removed', (core) => removeNow(userCalls(core, laterPasskeySignals), belonging)),
    rename: (belonging, name) =>
      void change(belonging, name, 'renamed', async (core) => {
        const { webauthn } = await passkeyCalls.load()
        await webauthn(core).update({ webauthn_registration_id: belonging.id, name })
        await userCalls(core).get()
      }),
  }
}
