/** Codes that are sent to members, and the addresses that they confirm. */
import type { Member } from '../../../api/b2b/entities.ts'
import type { BaseParts } from '../baseParts.ts'
import { refuse } from '../requests/refusal.ts'
import { createExpiring, randomCode } from '../state/expiring.ts'

/** How long a code by email is valid if its call does not say. */
export const EMAIL_MINUTES = 10

/** The name under which failed codes for an address in an organization are counted. */
export const emailLock = (organization_id: string, email: string) => `${organization_id} ${email}`

/** Sends codes to members, and redeems them. */
export const createCodes = ({ clock, project, outbox, locks }: BaseParts) => {
  /**
   * By purpose: the number of a member, an address in an organization, an address. Only the newest
   * is valid.
   */
  const codes = createExpiring<string>(clock)
  /** The members who have asked for an address of an organization. */
  const requesters = createExpiring<string>(clock)

  const send = (key: string, channel: 'sms' | 'email', to: string, minutes: number) => {
    outbox.checkRecipient(to)
    const code = randomCode()
    codes.put(key, code, minutes)
    const name = project.project_name ?? 'the app'
    const subject = channel === 'email' ? { subject: `Your code for ${name}` } : {}
    outbox.send({ channel, to, ...subject, text: `${code} is your code for ${name}. It works for ${minutes} minutes.`, code })
  }

  return {
    send,
    /** Redeems a code once. Too many wrong ones lock the owner. */
    take: (key: string, code: string, owner = key) => {
      if (!/^\d{6}$/.test(code)) refuse('invalid_code')
      locks.check(owner)
      if (codes.find(key) !== code) {
        locks.recordFailure(owner)
        refuse('otp_code_not_found')
      }
      codes.spend(key)
      locks.recordSuccess(owner)
    },
    /** Sends a code to a new address. The member has the new address when the code is redeemed. */
    changeAddress: ({ member_id, organization_id }: Member, email: string) => {
      const key = emailLock(organization_id, email)
      send(key, 'email', email, EMAIL_MINUTES)
      requesters.put(key, member_id, EMAIL_MINUTES)
    },
    /** The id of the member who has asked for this address, once. */
    takeChange: (organization_id: string, email: string) => {
      const key = emailLock(organization_id, email)
      const member_id = requesters.find(key)
      requesters.spend(key)
      return member_id
    },
  }
}

export type Codes = ReturnType<typeof createCodes>
