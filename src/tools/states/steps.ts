/**
 * What a visitor does on the way to a state, as plain data. Texts are named by the ids of their
 * messages, so that the same steps lead there in every language. `walk` in walk.ts takes the steps.
 */
import type { Fault, Seed } from '../emulator/index.ts'
import type { MessageId } from '../../strings/en.ts'

/** The fields of all screens. */
export const fields = {
  email: 'input[type=email]:not([readonly])',
  phone: 'input[type=tel]',
  code: 'input[autocomplete=one-time-code]',
  password: '#password-input',
  recoveryCode: '#recovery-code-input',
  /** A name that is being edited in a list. */
  name: '.lk-items input:not([readonly])',
}

export type Field = keyof typeof fields

export type Press = { do: 'press'; id?: MessageId; or?: MessageId; tag?: string; named?: string; ofRow?: true }

/** Parameters of a page's URL, some of them several times. */
export type Query = Record<string, string | readonly string[]>

export type Step =
  | { do: 'fill'; field: Field; text: string }
  | { do: 'leaveEmail' }
  | Press
  | { do: 'click'; selector: string }
  | { do: 'unfold' }
  | { do: 'shows'; selector: string }
  | { do: 'says'; id: MessageId }
  | { do: 'typeCode'; right: boolean }
  | { do: 'typeAppCode' }
  | { do: 'openLink' }
  | { do: 'openReset'; type: 'reset_password' | 'login' }
  | { do: 'open'; query: Query }
  | { do: 'sent'; count: number }
  | { do: 'call'; method: string; given?: object }
  | { do: 'seed'; seed: Seed }
  | { do: 'hasPasskeys'; passkeys: { name: string; user_agent: string }[] }
  | { do: 'fail'; faults: Fault[] }

/** Types into a field, once it is there. */
export const fill = (field: Field, text: string): Step => ({ do: 'fill', field, text })

/** Leaves the email field, and waits for the hint below it. */
export const leaveEmail: Step = { do: 'leaveEmail' }

/** Presses the button with this text, or with what a tag in it contains. */
export const press = (id: MessageId, tag?: string): Press => ({ do: 'press', id, tag })

/**
 * Presses the button with this name in it, which is the same in every language, and with this text
 * if there are several.
 */
export const pressNamed = (named: string, id?: MessageId): Press => ({ do: 'press', named, id })

/** Does something with a row of a list, by its button or, in the look `quartz`, by its menu. */
export const pressOfRow = (id: MessageId, named?: string): Press => ({ do: 'press', named, id, ofRow: true })

/**
 * Adds to a section of the account. In the look `quartz`, the button has the name of the section.
 */
export const addTo = (section: MessageId, id: MessageId): Press => ({ do: 'press', id, or: section })

/** Presses what a selector finds, once it can be pressed. */
export const click = (selector: string): Step => ({ do: 'click', selector })

/** Presses the button that sends the form. */
export const submit = click('form button[type=submit]')

/** Unfolds everything that folds. */
export const unfold: Step = { do: 'unfold' }

/** Waits for an element. */
export const shows = (selector: string): Step => ({ do: 'shows', selector })

/** Waits for a text. */
export const says = (id: MessageId): Step => ({ do: 'says', id })

/** Types the code of the newest message, or a code that is wrong. */
export const typeCode = (right: boolean): Step => ({ do: 'typeCode', right })

/** Types the code that the newest authenticator app shows now. */
export const typeAppCode: Step = { do: 'typeAppCode' }

/** Follows the link of the newest message. */
export const openLink: Step = { do: 'openLink' }

/**
 * Follows the link of a reset email to the page for a new password, or in its other way, which logs
 * in without one.
 */
export const openReset = (type: 'reset_password' | 'login'): Step => ({ do: 'openReset', type })

/** Opens the page anew, with a query, as an app does. */
export const open = (query: Query = {}): Step => ({ do: 'open', query })

/** Waits until so many messages were sent. */
export const sent = (count: number): Step => ({ do: 'sent', count })

/** Calls a method of the page's client, such as `session.revoke`, without a screen. */
export const call = (method: string, given?: object): Step => ({ do: 'call', method, given })

/** Signs in with a password. */
export const signIn = (email: string, password: string): Step =>
  call('passwords.authenticate', { email, password, session_duration_minutes: 30 })

/** Creates a passkey for the visitor, who is signed in. */
export const makePasskey: Step = call('webauthn.register', { is_passkey: true, session_duration_minutes: 30 })

export const signOut: Step = call('session.revoke')

/** Lets an app into the account of the visitor, who is signed in, and opens the page anew. */
export const letIn = ({ client_id, redirect_uris }: { client_id: string; redirect_uris: string[] }): Step[] => [
  call('idp.oauthAuthorizeSubmit', {
    client_id,
    redirect_uri: redirect_uris[0]!,
    response_type: 'code',
    scopes: ['openid'],
    consent_granted: true,
  }),
  open(),
]

/** Creates accounts and apps. */
export const seed = (seed: Seed): Step => ({ do: 'seed', seed })

/** Gives the visitor, who is signed in, passkeys with these names, each made in another browser. */
export const hasPasskeys = (passkeys: { name: string; user_agent: string }[]): Step => ({ do: 'hasPasskeys', passkeys })

/** From now on, these requests go wrong. */
export const fail = (faults: Fault[]): Step => ({ do: 'fail', faults })
