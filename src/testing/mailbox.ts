import type { OutboxMessage } from '../emulator/index.ts'
import type { EmulatorControls } from './controls.ts'
import { poll } from './poll.ts'
import { TestingError } from './TestingError.ts'

/** How long a function of the outbox waits. */
export interface Waiting {
  /** In milliseconds. Default: 5,000. */
  timeout?: number
}

/**
 * What visitors were sent. Each function waits for a message to an address or a phone number, and takes the newest. A message is given out once, so after
 * "resend" the next call waits for the new message.
 */
export interface Mailbox {
  /** Waits for any message to this address or phone number. Rejects with a TestingError (`no_message`) that says what was sent instead. */
  message: (to: string, waiting?: Waiting) => Promise<OutboxMessage>
  /** Waits for a message with a code, and returns the code. */
  code: (to: string, waiting?: Waiting) => Promise<string>
  /** Waits for a message with a link, and returns its URL. */
  link: (to: string, waiting?: Waiting) => Promise<string>
}

/** Default of {@link Waiting}, in ms. */
const PATIENCE = 5_000

/** The addresses of the emulator are in lower case. */
const isTo = (to: string) => (message: OutboxMessage) => message.to === to.toLowerCase()

/** `before`: the ids of messages that were sent before the test began, and count for nothing. */
export const createMailbox = ({ outbox }: Pick<EmulatorControls, 'outbox'>, before: readonly string[] = []): Mailbox => {
  const taken = new Set(before)

  const take = async <Part>(
    what: string,
    to: string,
    read: (message: OutboxMessage) => Part | undefined,
    { timeout = PATIENCE }: Waiting,
  ) => {
    let all: OutboxMessage[] = []
    const found = await poll(async () => {
      all = await outbox()
      return [...all].reverse().find((message) => isTo(to)(message) && !taken.has(message.id) && read(message) !== undefined)
    }, timeout)
    if (!found) {
      const listed = all.map((message) => `${message.channel} to ${message.to}${taken.has(message.id) ? ' (given out before)' : ''}`)
      throw new TestingError(
        'no_message',
        `No ${what} was sent to ${to} within ${timeout / 1000} s. The outbox has ${listed.length === 0 ? 'no message' : listed.join(', ')}.`,
      )
    }
    // An older message to the same address must not be the answer to the next call.
    for (const { id } of all.slice(0, all.indexOf(found) + 1).filter(isTo(to))) taken.add(id)
    return read(found)!
  }

  return {
    message: (to, waiting = {}) => take('message', to, (message) => message, waiting),
    code: (to, waiting = {}) => take('code', to, ({ code }) => code, waiting),
    link: (to, waiting = {}) => take('link', to, ({ url }) => url, waiting),
  }
}
