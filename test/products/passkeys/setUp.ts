/**
 * Brings a visitor with passkeys to the log-in screen and to the list of their passkeys, on the
 * emulator, which verifies them.
 */
import { closeAll, idle, newParent, open, type Login } from '../../harness/login.ts'
import { installPasskeys, type PasskeyDevice } from '../../../src/tools/playground/softwarePasskeys.ts'
import { screenIn, settled, until, type Screen } from '../../harness/screen.ts'
import { hasten } from '../../harness/turns.ts'
import { install, type Clock } from '@sinonjs/fake-timers'
import type { LoginConfig } from '../../../src/ui/host/config.ts'
import type { WidgetEvent } from '../../../src/ui/host/events.ts'
import { passkeys } from '../../../src/widget/firstScreenChunks.ts'
import { passkeyRegistration } from '../../../src/widget/laterChunks.ts'
import type { Test } from 'uvu'

export const START = 'POST /webauthn/authenticate/start/primary'
export const FINISH = 'POST /webauthn/authenticate'
export const UNKNOWN = 'Unknown error occurred during passkey authentication. Please try again.'
export const NOT_FOUND =
  'Passkey registration not found. You may have deleted the passkey from your account but not password manager. Please try again.'
export const NOT_CREATED = 'Your Passkey was not created. Click “Create a Passkey” to try again or skip without adding a Passkey.'
export const DUPLICATE = 'The Passkey cannot be created as it seems to be already registered.'
export const NO_USER = 'Error: Cannot use PasskeyRegistration component without active user authenticated.'
export const CREATED = 'Passkey successfully created!'
export const WARNING = 'Once deleted, the passkey cannot be restored.'
export const BUTTON = 'Login with a Passkey'
export const email = 'ada@example.com'
export const password = 'a sentence that nobody says 7'

export let device: PasskeyDevice
/** From now on the page has this device. */
export const useDevice = (next: PasskeyDevice): void => {
  device = next
}
export let clock: Clock | undefined
export const goOn = () => {
  clock?.uninstall()
  clock = undefined
}

export const config: LoginConfig = { products: ['emailMagicLinks', 'passkeys'], sessionOptions: { sessionDurationMinutes: 45 } }

/** A visitor with `count` passkeys, signed in. */
export const signedIn = async (count = 0) => {
  const login = await open()
  const { client } = login
  await client.passwords.create({ email, password, session_duration_minutes: 30 })
  for (let at = 0; at < count; at++) {
    const kept = device.passkeys.splice(0)
    await client.webauthn.register({ is_passkey: true, session_duration_minutes: 30 })
    device.passkeys.unshift(...kept)
  }
  return login
}

export interface Registration extends Screen {
  login: Login
  events: WidgetEvent[]
  errors: unknown[]
}

export const register = async (login: Login): Promise<Registration> => {
  const parent = newParent()
  const events: WidgetEvent[] = []
  const errors: unknown[] = []
  login.client.mountPasskeyRegistration({
    elementId: parent,
    config,
    callbacks: {
      onEvent: (event) => {
        events.push(event)
      },
      onError: (error) => {
        errors.push(error)
      },
    },
  })
  const screen = screenIn(parent)
  await until(screen.text, 'a screen')
  await settled()
  return { ...screen, login, events, errors }
}

/** The list, reached without creating a passkey. */
export const list = async (count: number) => {
  const screen = await register(await signedIn(count))
  await screen.press('Skip')
  await until(() => screen.all('.lk-passkey').length === count, 'the list')
  return screen
}

export const names = ({ all }: Screen) => all('[data-testid^="editable-row-input-"]').map((input) => (input as HTMLInputElement).value)
export const icons = ({ all }: Screen) =>
  all('.lk-passkey').map((row) =>
    [...row.querySelectorAll<HTMLElement>('[data-testid^="clickable"]')]
      .map((button) => /edit-icon-(edit|save|delete)/.exec(button.dataset.testid!)![1])
      .join('+'),
  )
export const icon = (screen: Screen, kind: string, row = 0) =>
  screen.all('.lk-passkey')[row]!.querySelector<HTMLElement>(`[data-testid^="clickable-edit-icon-${kind}"]`)!
export const buttons = ({ all }: Screen) =>
  all('button:not([data-testid])').map((button) => `${button.textContent}${(button as HTMLButtonElement).disabled ? ' (disabled)' : ''}`)
export const types = (events: WidgetEvent[]) => events.map(({ type }) => type)

/** Stops time until `goOn`. Lets a minute pass when everything that runs by itself is done. */
export const hold = () => {
  clock = install({ toFake: ['setTimeout', 'clearTimeout'], shouldClearNativeTimers: true })
  return async () => {
    await idle()
    await clock!.tickAsync(60_000)
    await idle()
  }
}

/** A visitor with a passkey comes to a Main on which the browser offers it under the field. */
export const comeToAutofill = async (config_: LoginConfig = config) => {
  const before = await signedIn(1)
  await before.client.session.revoke()
  device.remove()
  const { passkeys } = device
  device = Object.assign(installPasskeys({ autofill: true }))
  device.passkeys = passkeys
  return open({ config: config_ })
}

export const waits = (count: number) =>
  until(() => device.ceremonies.filter(({ mediation }) => mediation === 'conditional').length >= count, `wait ${count}`)

/** A device without autofill in each test, and nothing left after it. */
export const prepare = (test: Test) => {
  // the pause after a failure, before autofill starts again
  hasten(1000)
  test.before(async () => {
    await Promise.all([passkeys.load(), passkeyRegistration.load()])
  })
  test.before.each(() => {
    device = installPasskeys()
  })
  test.after.each(async () => {
    goOn()
    await closeAll()
    device.remove()
  })
}
