/** Mounts a state of src/tools/states/states.ts in happy-dom. */
import { closeAll, idle, newClient, newParent, provider, recording } from './login.ts'
import { screenIn, settled, until, type Screen } from './screen.ts'
import { coreKey } from '../../src/client/core.ts'
import { installDevice } from '../../src/tools/playground/gallery/screen/devices.ts'
import { installPasskeys } from '../../src/tools/playground/softwarePasskeys.ts'
import type { ClientOptions } from '../../src/client/publicTypes.ts'
import { LatchkeyClient } from '../../src/entries/index.ts'
import type { Strings } from '../../src/widget/messages.ts'
import { appCode } from '../states/appCode.ts'
import { alertsIn, type Visit } from '../states/endure.ts'
import { inDocument, mountState, stopTimers } from '../../src/tools/states/inDocument.ts'
import type { ScreenState } from '../../src/tools/states/states.ts'
import { walk, type Words } from '../../src/tools/states/walk.ts'

/** `cancels`: the visitor turns the first passkey down. */
export type ShownState = ScreenState & { cancels?: true }

const ends: (() => void)[] = []

/** For `test.after.each`: ends what `showState` has begun, and everything that `closeAll` ends. */
export const closeStates = async (): Promise<void> => {
  for (const end of ends.splice(0))
    end()
    // an app on the device may be where the page went
  ;(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL('http://localhost/')
  await closeAll()
}

/** Mounts a state, with these words. Its steps have not been taken yet. */
export const showState = (state: ShownState, strings: Strings, options: ClientOptions = {}): Visit & { screen: Screen } => {
  provider.project(state.project ?? {})
  provider.faults(state.faults ?? [])
  // browsers have passkeys, happy-dom has none
  if (state.device !== 'noPasskeys') {
    const { next, remove } = installPasskeys({ unasked: true })
    if (state.cancels) next.push({ fails: 'NotAllowedError' })
    ends.push(remove)
  }
  if (state.device !== 'passkeys') ends.push(installDevice(state.device))
  if (state.stoppedTimers) ends.push(stopTimers(state.stoppedTimers))
  const parent = newParent()
  const { callbacks, errors } = recording()
  let client = state.project?.backend ? new LatchkeyClient({ backend: 'http://provider.test', ...options }) : newClient(options)
  const { publicToken } = client[coreKey]
  if (state.remembers) localStorage.setItem(`stytch_sdk_state_${publicToken}::last_method`, JSON.stringify(state.remembers))
  const props = { elementId: parent, strings, callbacks }
  let mounted = mountState(client, state, props)
  const leave = () => {
    mounted.unmount()
    client[coreKey].destroy()
  }
  ends.push(leave)
  const screen = screenIn(parent)
  const hands = inDocument({
    emulator: provider,
    words: () => strings as Words,
    host: () => parent,
    client: () => client,
    async open(query, resetToken) {
      leave()
      history.replaceState(null, '', `/?${new URLSearchParams(query)}`)
      client = state.project?.backend
        ? new LatchkeyClient({ backend: 'http://provider.test', ...options })
        : new LatchkeyClient(publicToken, { customBaseUrl: 'http://provider.test', ...options })
      mounted = mountState(client, state, props, resetToken)
    },
  })
  hands.appCode = () => appCode(provider)
  return {
    screen,
    hands,
    async take(steps) {
      for (const step of steps) {
        // no visitor is as fast as to press what is about to be drawn anew; an answer that is held
        // never comes
        await (provider.faults().some(({ hold }) => hold) ? settled() : idle())
        await walk([step], hands)
      }
    },
    eyes: {
      look: async (read, given) => read(parent, given),
      alert: (before) => until(() => (alertsIn(parent) === before ? '' : alertsIn(parent)), 'an alert'),
      async errors(count) {
        await until(
          () => errors.length >= count,
          () => `error ${count} in '${screen.text()}'`,
        )
        await settled()
        return errors
      },
      endWait: () => until(() => timeIsUp(options.timeout!), 'a call with a time limit'),
    },
  }
}
