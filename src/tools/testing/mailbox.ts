import { ownOptions } from '../../api/ownProperties.ts'
import type { OutboxMessage } from '../emulator/index.ts'
import type { EmulatorControls } from './controls.ts'
import { poll } from './poll.ts'
import { TestingError } from './TestingError.ts'

/** How long a function of the outbox or of a hold waits. */
export interface Waiting {
  /** In milliseconds. Default: 5,000. */
  timeout?: number
}

/**
 * What visitors were sent. Each function waits for a message to an address or a phone number, and
 * takes the newest. A message is given out once, so after "resend" the next call waits for the new
 * message.
 */
export interface Mailbox {
  /**
   * Waits for any message to this address or phone number. Rejects with a TestingError
   * (`no_message`) that says what was sent instead.
   */
  message: (to: string, waiting?: Waiting) => Promise<OutboxMessage>
  /** Waits for a message with a code, and returns the code. */
  code: (to: string, waiting?: Waiting) => Promise<string>
  /** Waits for a message with a link, and returns its URL. */
  link: (to: string, waiting?: Waiting) => Promise<string>
}

/** Default of {@link Waiting}, in ms. */
export const PATIENCE = 5_000

/** The messages that were given out, or were sent before the test began, by their ids. */
export type OldMessages = Set<string>

/** The addresses of the emulator are in lower case. */
const isTo = (to: string) => (message: OutboxMessage) => message.to === to.toLowerCase()

/**
 * Returns the newest message to this address that has not been given out and that has what `read`
 * looks for. From then on it is given out, and so are older ones.
 */
export const takeNewest = (
  all: OutboxMessage[],
  to: string,
  oldMessages: OldMessages,
  read: (message: OutboxMessage) => unknown = (message) => message,
): OutboxMessage | undefined => {
  const theirs = all.filter(isTo(to))
  const newest = [...theirs].reverse().find((message) => !oldMessages.has(message.id) && read(message) !== undefined)
  // An older message must not be the answer to the next call.
  if (newest) for (const { id } of theirs.slice(0, theirs.indexOf(newest) + 1)) oldMessages.add(id)
  return newest
}

/** Creates the error if no such message has come within `timeout` ms. */
export const noMessage = (what: string, to: string, timeout: number, all: OutboxMessage[], oldMessages: OldMessages) => {
  const list = all.map((message) => `${message.channel} to ${message.to}${oldMessages.has(message.id) ? ' (given out before)' : ''}`)
  const text = `No ${what} was sent to ${to} within ${timeout / 1000} s. The outbox has ${list.length === 0 ? 'no message' : list.join(', ')}.`
  return new TestingError('no_message', text)
}

/** Creates the mailbox of one test. */
export const createMailbox = ({ outbox }: Pick<EmulatorControls, 'outbox'>, oldMessages: OldMessages = new Set()): Mailbox => {
  const take = async <Part>(what: string, to: string, read: (message: OutboxMessage) => Part | undefined, waiting: Waiting | undefined) => {
    const { timeout = PATIENCE } = ownOptions(waiting)
    let all: OutboxMessage[] = []
    const match = await poll(async () => takeNewest((all = await outbox()), to, oldMessages, read), timeout)
    if (!match) throw noMessage(what, to, timeout, all, oldMessages)
    return read(match)!
  }

  return {
    message: (to, waiting) => take('message', to, (message) => message, waiting),
    code: (to, waiting) => take('code', to, ({ code }) => code, waiting),
    link: (to, waiting) => take('link', to, ({ url }) => url, waiting),
  }
}
