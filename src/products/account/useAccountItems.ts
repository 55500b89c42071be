import { useState } from 'react'
import type { ConnectedApp } from '../../api/connectedApps.ts'
import type { User } from '../../api/entities.ts'
import { laterPasskeyNotices } from '../../client/passkeys/laterPasskeyNotices.ts'
import { userCalls } from '../../client/namespaces/userCalls.ts'
import { useUi } from '../../ui/context.ts'
import { useTask, type Task } from '../../ui/task.ts'
import { useOncePerVisit } from '../../ui/visitor/useOncePerVisit.ts'
import { useChanges, type Changes } from '../shared/useChanges.ts'
import { accountItems, removeNow, type AccountItem } from './accountItems.ts'
import { passkeyCalls } from './chunks.ts'

interface AccountItems extends Pick<Changes, 'underWay' | 'refusal'> {
  list: AccountItem[]
  /** Asks the provider for it; runs once when the screen appears. */
  loading: Task
  load(): void
  /** Asks the provider for the connected apps. */
  loadingApps: Task
  loadApps(): void
  remove(item: AccountItem): void
  rename(item: AccountItem, name: string): void
}

/**
 * Loads the items of the account of `user`, undefined if nobody is signed in, and changes them.
 * `begin` gets the function that loads them when the screen appears. An
 * item that is being changed keeps its place; if the provider refuses, the visitor reads why.
 */
export function useAccountItems(user: User | undefined, nobody: boolean, begin: (loadAll: () => void) => void): AccountItems {
  const { core, emit } = useUi()
  const loading = useTask()
  const loadingApps = useTask()
  const [apps, setApps] = useState<ConnectedApp[]>()
  const { underWay, refusal, change } = useChanges()

  const load = () => void loading.run(async () => void (await userCalls(core).get()))
  const loadApps = () => void loadingApps.run(async () => setApps((await userCalls(core).getConnectedApps()).connected_apps))
  useOncePerVisit(() =>
    begin(() => {
      if (nobody) return
      load()
      loadApps()
    }),
  )
  return {
    list: accountItems(user, apps),
    loading,
    load,
    loadingApps,
    loadApps,
    underWay,
    refusal,
    remove(item) {
      const { section, id } = item
      change(
        id,
        'removal',
        (core) => removeNow(userCalls(core, laterPasskeyNotices), item),
        () => {
          setApps((now) => now?.filter((app) => app.connected_app_id !== id))
          emit('ACCOUNT_CHANGED', { change: 'removed', section, id })
        },
      )
    },
    rename({ section, id }, name) {
      change(
        id,
        { name },
        async (core) => {
          const { webauthn } = await passkeyCalls.load()
          await webauthn(core).update({ webauthn_registration_id: id, name })
          await userCalls(core).get()
        },
        () => emit('ACCOUNT_CHANGED', { change: 'renamed', section, id }),
      )
    },
  }
}
