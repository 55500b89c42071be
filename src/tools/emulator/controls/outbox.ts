import type { StateParts } from '../state/stateParts.ts'
import { timestamp } from '../state/clock.ts'
import { refuse } from '../requests/refusal.ts'
import { texts, type Shape } from '../state/storeMap.ts'

/** A message that the provider would have sent to a visitor. */
export interface OutboxMessage {
  /** The emulator's own id of the message. */
  id: string
  /** The way by which it was sent. */
  channel: 'email' | 'sms' | 'whatsapp'
  /** An email address, or a phone number in E.164 format. */
  to: string
  /** Only emails have one. */
  subject?: string
  /** The message as the visitor reads it. */
  text: string
  /** The six digits, in a message that contains a code. */
  code?: string
  /** The link, in a message that contains one. */
  url?: string
  /** RFC 3339, by the emulator's clock. */
  sent_at: string
}

/** Why the provider does not send to a recipient at all. */
type Undeliverable = 'inactive_email' | 'unsubscribed_phone_number'

/** How many messages are kept: `latchkey dev` can run for weeks. */
const MOST_MESSAGES = 1_000

/** Keeps the messages that would have been sent, newest last. */
export const createOutbox = ({ clock, project, stores }: Pick<StateParts, 'clock' | 'project' | 'stores'>) => {
  const messages: OutboxMessage[] = []
  const undeliverable = stores.map<Undeliverable>('undeliverable', texts as Shape<Undeliverable>)
  const sendsOf = new Map<string, number[]>()

  /**
   * Refuses if the provider would not send to this recipient, now or ever. Counts as one send to
   * the recipient.
   */
  const checkRecipient = (to: string) => {
    const reason = undeliverable.get(to)
    if (reason) refuse(reason)
    if (project.sends_per_minute === null) return
    const recent = (sendsOf.get(to) ?? []).filter((time) => time > clock.now() - 60_000)
    const oldest = recent[recent.length - project.sends_per_minute]
    if (oldest !== undefined) refuse('too_many_requests', { 'Retry-After': String(Math.ceil((oldest + 60_000 - clock.now()) / 1000)) })
    sendsOf.set(to, [...recent, clock.now()])
  }

  return {
    messages,
    checkRecipient,
    send: (message: Omit<OutboxMessage, 'id' | 'sent_at'>) => {
      messages.push({ id: `message-${crypto.randomUUID()}`, ...message, sent_at: timestamp(clock.now()) })
      messages.splice(0, messages.length - MOST_MESSAGES)
    },
    /** From now on, sending to this recipient is refused for this reason. */
    block: (to: string, reason: Undeliverable) => {
      undeliverable.set(to, reason)
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>
