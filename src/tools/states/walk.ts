/**
 * Takes the steps of a state, with the hands of a visitor: in a document (inDocument.ts) or in a
 * browser (inPage.ts).
 */
import type { Emulator } from '../emulator/index.ts'
import type { MessageId } from '../../strings/en.ts'
import type { Field, Query, Step } from './steps.ts'

export type Words = Readonly<Record<MessageId, string>>

/**
 * A button by its text. `named` is a part of it that is the same in every language, compared
 * without case.
 */
export interface Wanted {
  text?: RegExp
  named?: string
  /** It may be in the menu of a row, whose name then has `named`. */
  ofRow?: true
}

/** What a visitor can do on a page with the widget. Each waits until it can be done. */
export interface Hands {
  emulator: Emulator
  /** The texts of the widget. */
  words: () => Words
  /** The code that the visitor's authenticator app shows, for those who have one. */
  appCode?: () => string
  fill: (field: Field, text: string) => Promise<unknown>
  leaveEmail: () => Promise<unknown>
  press: (wanted: Wanted) => Promise<unknown>
  click: (selector: string) => Promise<unknown>
  unfold: () => Promise<unknown>
  shows: (selector: string) => Promise<unknown>
  says: (text: RegExp) => Promise<unknown>
  /** Calls a method of the page's client. */
  call: (method: string, given?: object) => Promise<unknown>
  /**
   * Opens the page with a query, as a link to it does. A token of a reset email opens the page for
   * a new password.
   */
  open: (query: URLSearchParams, resetToken?: string) => Promise<unknown>
  /** Resolves with what `find` finds, as soon as it is there. */
  until: <Found>(find: () => Found, what: string) => Promise<NonNullable<Found>>
}

/**
 * Returns a pattern that fits a message whatever its values are, without its tags, or what a tag in
 * it contains.
 */
export const patternOf = (words: Words, id: MessageId, tag?: string): RegExp =>
  new RegExp(
    (tag ? new RegExp(`<${tag}>(.*)</${tag}>`).exec(words[id])![1]! : words[id])
      .replace(/<[^>]*>/g, '')
      .split(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/)
      .map((text) => text.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')
      .replace(/\s+/g, '\\s+'),
    's',
  )

const takeStep = async (step: Step, hands: Hands): Promise<unknown> => {
  const { emulator, until } = hands
  const pattern = (id: MessageId, tag?: string) => patternOf(hands.words(), id, tag)
  const anyOf = (id: MessageId, or?: MessageId, tag?: string) =>
    or ? new RegExp(`${pattern(id).source}|${pattern(or).source}`, 's') : pattern(id, tag)
  /** Returns the newest message, once there is one. */
  const message = () => until(() => emulator.outbox().at(-1), 'message')
  switch (step.do) {
    case 'fill':
      return hands.fill(step.field, step.text)
    case 'press':
      return hands.press({ text: step.id && anyOf(step.id, step.or, step.tag), named: step.named, ofRow: step.ofRow })
    case 'click':
      return hands.click(step.selector)
    case 'shows':
      return hands.shows(step.selector)
    case 'says':
      return hands.says(pattern(step.id))
    case 'leaveEmail':
    case 'unfold':
      return hands[step.do]()
    case 'call':
      return hands.call(step.method, step.given)
    case 'open':
      return hands.open(searchOf(step.query))
    case 'openLink':
      return hands.open(new URL((await message()).url!).searchParams)
    case 'openReset': {
      const token = new URL((await message()).url!).searchParams.get('token')!
      return hands.open(searchOf({ token, stytch_token_type: step.type }), token)
    }
    case 'typeCode': {
      // its message is the newest once there is a field for it
      await hands.shows('input[autocomplete=one-time-code]')
      const { code } = await message()
      return hands.fill('code', step.right ? code! : code === '123456' ? '123457' : '123456')
    }
    case 'typeAppCode':
      return hands.fill('code', hands.appCode!())
    case 'sent':
      return until(() => emulator.outbox().length >= step.count, `message ${step.count}`)
    case 'seed':
      return emulator.seed(step.seed)
    case 'hasPasskeys': {
      const webauthn_registrations = step.passkeys.map((passkey, index) => ({
        ...passkey,
        webauthn_registration_id: `webauthn-registration-test-${index}`,
        domain: 'localhost',
        authenticator_type: '',
      }))
      const data = { ...((await hands.call('user.get')) as object), webauthn_registrations }
      return emulator.faults([{ route: 'GET /users/me', status: 200, body: { data } }])
    }
    case 'fail':
      return emulator.faults(step.faults)
  }
}

const searchOf = (query: Query) =>
  new URLSearchParams(Object.entries(query).flatMap(([name, values]) => [values].flat().map((value) => [name, value])))

/** Takes steps, one after the other. Throws if one cannot be taken. */
export const walk = async (steps: readonly Step[], hands: Hands): Promise<void> => {
  for (const step of steps) await takeStep(step, hands)
}
