/** What a visitor does on the way to a screen, for the gallery, which has no test driver. Elements are found by what does not depend on the language. */
import type { Emulator, Fault, Seed } from '../../emulator/index.ts'
import type { LatchkeyClient } from '../../index.ts'
import type { MessageId } from '../../strings/en.ts'

/** A page of the gallery with one screen. */
export interface Stage {
  emulator: Emulator
  /** The element in which the widget is mounted. */
  host: HTMLElement
  /** The client of the current visit. */
  client: () => LatchkeyClient
  /** The texts of the widget. */
  words: () => Readonly<Record<MessageId, string>>
  /** Gives the page a query, as a link to it does, and mounts the widget anew. A token of a reset email mounts the page for a new password. */
  open: (query: URLSearchParams, resetToken?: string) => void
}

export type Step = (stage: Stage) => unknown

/** More than any screen needs, in ms. */
const PATIENCE = 15_000

/** Time between two looks, in ms. */
const PERIOD = 30

/** Resolves with what `find` finds, as soon as it is there. */
const found = <Result>(find: () => Result | undefined | null | false, what: string) =>
  new Promise<Result>((resolve, reject) => {
    const end = Date.now() + PATIENCE
    const look = () => {
      const result = find()
      if (!result && Date.now() < end) return
      clearInterval(timer)
      if (result) resolve(result)
      else reject(new Error(`There is no ${what}.`))
    }
    const timer = setInterval(look, PERIOD)
    look()
  })

/** A pattern that fits a message whatever its values are, without its tags, or what a tag in it contains. */
const patternOf = ({ words }: Stage, id: MessageId, tag?: string) =>
  new RegExp(
    (tag ? new RegExp(`<${tag}>(.*)</${tag}>`).exec(words()[id])![1]! : words()[id])
      .replace(/<[^>]*>/g, '')
      .split(/\{[^{}]*\}/)
      .map((text) => text.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
    's',
  )

const textOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent

/** What the widget says, in its texts and in names that only screen readers say. */
const textsIn = ({ host }: Stage) => [host.textContent, ...[...host.querySelectorAll('[aria-label]')].map(textOf)]

const typeInto = (input: HTMLInputElement, text: string) => {
  // as a visitor does, and not as a framework does, which would not hear of it
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

const fields = {
  email: 'input[type=email]:not([readonly])',
  phone: 'input[type=tel]',
  code: 'input[autocomplete=one-time-code]',
  password: '#password-input',
  recoveryCode: '#recovery-code-input',
}

/** Types into a field, once it is there. */
export const fill =
  (field: keyof typeof fields, text: string): Step =>
  async (stage) =>
    typeInto(await found(() => stage.host.querySelector<HTMLInputElement>(fields[field]), `field: ${field}`), text)

/** Leaves the email field, once the code that listens is there, and waits for the hint. */
export const leaveEmail: Step = (stage) =>
  found(() => {
    stage.host.querySelector(fields.email)?.dispatchEvent(new Event('change', { bubbles: true }))
    return stage.host.querySelector('.lk-hint > button')
  }, 'hint')

/** Waits for an element. */
export const shows =
  (selector: string): Step =>
  (stage) =>
    found(() => stage.host.querySelector(selector), selector)

/** Waits for a text. */
export const says =
  (id: MessageId): Step =>
  (stage) =>
    found(() => textsIn(stage).some((text) => patternOf(stage, id).test(text)), `text '${id}'`)

/** Presses what a selector finds, once it can be pressed. */
export const click =
  (selector: string): Step =>
  async (stage) =>
    (await found(() => stage.host.querySelector<HTMLElement>(`${selector}:not(:disabled, [aria-disabled=true])`), selector)).click()

/** Presses the button that sends the form. */
export const submit = click('form button[type=submit]')

const pressed =
  (what: string, fits: (stage: Stage, text: string) => boolean): Step =>
  async (stage) => {
    const buttons = () => [...stage.host.querySelectorAll<HTMLElement>('button:not(:disabled, [aria-disabled=true])')]
    const button = await found(() => buttons().find((button) => fits(stage, textOf(button))), `button ${what}`)
    button.click()
  }

/** Presses the button with this text, or with what a tag in it contains. */
export const press = (id: MessageId, tag?: string) => pressed(id, (stage, text) => patternOf(stage, id, tag).test(text))

/** Presses the button with this name in it, which is the same in every language, and with this text if there are several. */
export const pressNamed = (name: string, id?: MessageId) =>
  pressed(name, (stage, text) => text.toLowerCase().includes(name.toLowerCase()) && (!id || patternOf(stage, id).test(text)))

/** Creates accounts and apps. */
export const seed =
  (given: Seed): Step =>
  ({ emulator }) =>
    emulator.seed(given)

/** Gives the visitor, who is signed in, passkeys with these names, each made in another browser. */
export const hasPasskeys =
  (passkeys: { name: string; user_agent: string }[]): Step =>
  async ({ emulator, client }) => {
    const webauthn_registrations = passkeys.map((passkey, index) => ({
      ...passkey,
      webauthn_registration_id: `webauthn-registration-test-${index}`,
      domain: 'localhost',
      authenticator_type: '',
    }))
    const data = { ...(await client().user.get()), webauthn_registrations }
    emulator.faults([{ route: 'GET /users/me', status: 200, body: { data } }])
  }

/** Creates a passkey for the visitor, who is signed in, without a screen. */
export const makePasskey: Step = ({ client }) => client().webauthn.register({ is_passkey: true, session_duration_minutes: 30 })

/** Lets an app into the account of the visitor, who is signed in, without a screen. */
export const letIn =
  ({ client_id, redirect_uris: [redirect_uri] }: { client_id: string; redirect_uris: string[] }): Step =>
  async (stage) => {
    const request = { client_id, redirect_uri: redirect_uri!, response_type: 'code', scopes: ['openid'] }
    await stage.client().idp.oauthAuthorizeSubmit({ ...request, consent_granted: true })
    await stage.open(new URLSearchParams())
  }

/** Unfolds everything that folds. */
export const unfold: Step = ({ host }) => {
  for (const summary of host.querySelectorAll('summary')) summary.click()
}

/** From now on, these requests go wrong. */
export const fail =
  (faults: Fault[]): Step =>
  ({ emulator }) =>
    emulator.faults(faults)

/** The newest message, once there is one. */
const message = ({ emulator }: Stage) => found(() => emulator.outbox().at(-1), 'message')

/** Waits until so many messages were sent. */
export const sent =
  (count: number): Step =>
  ({ emulator }) =>
    found(() => emulator.outbox().length >= count, `message ${count}`)

/** Types the code of the newest message, or a code that is wrong. */
export const typeCode =
  (right: boolean): Step =>
  async (stage) => {
    await shows(fields.code)(stage)
    const { code } = await message(stage)
    const [one, other] = ['123456', '123457']
    await fill('code', right ? code! : code === one ? other : one)(stage)
  }

/** Follows the link of the newest message. */
export const openLink: Step = async (stage) => stage.open(new URL((await message(stage)).url!).searchParams)

/** Follows the link of a reset email to the page for a new password, or in its other way, which logs in without one. */
export const openReset =
  (type: 'reset_password' | 'login'): Step =>
  async (stage) => {
    const token = new URL((await message(stage)).url!).searchParams.get('token')!
    stage.open(new URLSearchParams({ token, stytch_token_type: type }), token)
  }

/** Opens the page as an app does. */
export const askAs =
  (query: Record<string, string>): Step =>
  (stage) =>
    stage.open(new URLSearchParams(query))

/** Signs in with a password, without a screen. */
export const signIn =
  (email: string, password: string): Step =>
  (stage) =>
    stage.client().passwords.authenticate({ email, password, session_duration_minutes: 30 })

/** Makes a passkey, without a screen, and signs out. */
export const leaveWithPasskey: Step = async (stage) => {
  await stage.client().webauthn.register({ is_passkey: true, session_duration_minutes: 30 })
  await stage.client().session.revoke()
}
