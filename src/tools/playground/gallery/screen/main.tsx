/**
 * One screen of the gallery: the real widget, a provider of its own in this page, and a visitor who
 * walks to the screen.
 */
import type { LatchkeyClient, LoginProps, Mounted } from '../../../../entries/index.ts'
import { base, basePath } from '../../base.ts'
import { languages } from '../../languages.ts'
import { readSettings, toLoginProps } from '../../settings.ts'
import { inDocument, mountState, stopTimers } from '../../../states/inDocument.ts'
import { screenStates, type ScreenState } from '../../../states/states.ts'
import { walk } from '../../../states/walk.ts'
import { installDevice } from './devices.ts'
import { takeOwnProfile } from './ownProfile.ts'

// Loaded from the built files, not bundled into this page.
const widgetModule: string = `${base}/embed/widget.js`
const emulatorModule: string = `${base}/emulator.js`

const PUBLIC_TOKEN = 'public-token-test-00000000-0000-4000-8000-000000000000'

/** The name of the state, which stays in the URL. */
const PARAMETER = 'screen'

/** The settings are those of the gallery around this page, or in its own URL. */
const settings = () => readSettings(parent.location.hash)

/**
 * Makes the frame around this page as high as the page, from now on. Before, on the way to the
 * state, the frame does not change.
 */
const fitFrame = () => {
  const frame = window.frameElement as HTMLElement | null
  if (frame) new ResizeObserver(() => frame.style.setProperty('height', `${document.body.offsetHeight}px`)).observe(document.body)
}

const show = async (name: string, state: ScreenState) => {
  const [{ LatchkeyClient }, { createEmulator }] = await Promise.all([
    import(widgetModule) as Promise<typeof import('../../../../entries/index.ts')>,
    import(emulatorModule) as Promise<typeof import('../../../emulator/index.ts')>,
  ])
  const emulator = createEmulator({ base_path: basePath, project: state.project })
  emulator.faults(state.faults ?? [])
  globalThis.fetch = (input, init) => emulator.fetch(new Request(input, init))
  installDevice(state.device)
  if (state.remembers) localStorage.setItem(`stytch_sdk_state_${PUBLIC_TOKEN}::last_method`, JSON.stringify(state.remembers))
  if (state.stoppedTimers) stopTimers(state.stoppedTimers)

  const host = document.createElement('div')
  document.getElementById('screen')!.append(host)
  let client: LatchkeyClient
  let widget: Mounted<LoginProps> | undefined
  /**
   * The same until the state is reached: another language on the way would take the words away that
   * the next step looks for.
   */
  let current = settings()
  /**
   * Combines the settings with what the state needs, which comes first. Each state has its own
   * look, because the steps to it look for the words of that look.
   */
  const looks = () => {
    const { styles, strings, language } = toLoginProps({ ...current, ownServer: false })
    return { strings, language, styles: { ...styles, ...state.props?.styles } }
  }
  const dress = () => {
    const { theme, rightToLeft } = current
    document.documentElement.dataset.scheme = theme.colorScheme ?? 'light'
    document.documentElement.dir = rightToLeft ? 'rtl' : 'ltr'
    widget?.update(looks())
  }
  const open = (passwordResetToken?: string) => {
    client = state.project?.backend
      ? new LatchkeyClient({ backend: base })
      : new LatchkeyClient(PUBLIC_TOKEN, {
          customBaseUrl: base,
          ...(state.services && {
            endpoints: {
              clientsideServicesIframeURL: `${base}/clientside-services/index.html`,
              googleURL: `${base}/gsi/client`,
            },
          }),
        })
    widget = mountState(client, state, { elementId: host, ...looks() }, passwordResetToken)
  }
  const visitor = inDocument({
    emulator,
    host: () => host,
    client: () => client,
    words: () => ({ ...languages[current.language], ...looks().strings }),
    async open(query, resetToken) {
      widget?.unmount()
      client.destroy()
      query.set(PARAMETER, name)
      history.replaceState(null, '', `?${query}${location.hash}`)
      open(resetToken)
    },
  })
  open()
  dress()
  await walk(state.steps, visitor)
  const follow = () => {
    current = settings()
    dress()
  }
  parent.addEventListener('latchkey:settings', follow)
  follow()
}

const name = new URLSearchParams(location.search).get(PARAMETER) ?? ''
const state = (screenStates as Record<string, ScreenState>)[name]
takeOwnProfile()
// A frame never takes the focus from the gallery around it.
if (parent !== window) {
  HTMLElement.prototype.focus = () => {}
  HTMLInputElement.prototype.select = () => {}
}
try {
  if (!state || state.onlyIn) throw new Error('This page cannot show it.')
  document.title = `${name} - Latchkey gallery`
  await show(name, state)
  document.body.dataset.outcome = 'reached'
} catch (error) {
  const note = document.createElement('p')
  note.className = 'broken'
  note.role = 'alert'
  note.textContent = `${name}: ${(error as Error).message}`
  document.getElementById('screen')!.prepend(note)
  document.body.dataset.outcome = 'failed'
}
fitFrame()
