import * as v from 'valibot'
import * as api from '../../api/b2b/self.ts'
import type { Member } from '../../api/b2b/entities.ts'
import { emailAddress, nothing, phoneNumber } from '../fields.ts'
import { refuse } from '../refusal.ts'
import { bare } from './bodies.ts'
import type { B2b } from './index.ts'
import { assign } from './organizations.ts'

const text = v.optional(v.string())

const update = v.object({
  name: text,
  untrusted_metadata: v.optional(v.record(v.string(), v.unknown())),
  mfa_enrolled: v.optional(v.boolean()),
  mfa_phone_number: v.optional(phoneNumber),
  default_mfa_method: v.optional(v.picklist(['sms_otp', 'totp'])),
})

const retired = v.union([v.object({ email_id: v.string() }), v.object({ email_address: emailAddress })])

/** The calls of the member who is signed in about themselves. `members/passwords/:id` is served with those of administrators. */
export const serveSelf = ({ on, clock, organizations, sessions, mails, secondFactors }: B2b) => {
  const changed = (member: Member) => ({
    member_id: member.member_id,
    member,
    organization: organizations.required(member.organization_id),
  })

  on(api.getSelf, nothing, (_, request) => {
    const { member, organization } = sessions.required(request)
    return { member, organization }
  })

  on(api.self.update, update, ({ mfa_phone_number, ...given }, request) => {
    const { member } = sessions.required(request)
    if (mfa_phone_number) secondFactors.phoneOf(organizations, member, mfa_phone_number)
    return changed(assign(member, given, clock.now()))
  })

  on(api.self.deleteMFAPhoneNumber, nothing, (_, request) => changed(secondFactors.removePhone(sessions.required(request).member)))
  on(api.self.deleteMFATOTP, nothing, (_, request) => changed(secondFactors.removeTotp(sessions.required(request).member)))
  on(api.self.unlinkRetiredEmail, retired, (body, request) => changed(mails.unlink(sessions.required(request).member, body)))

  const emailUpdate = v.object({ email_address: emailAddress, login_redirect_url: text, login_template_id: text, locale: text })
  on(api.self.startEmailUpdate, emailUpdate, (body, request) =>
    changed(mails.changeAddress(sessions.required(request).member, body, request)),
  )

  // No app can be let in by a member yet, so none is.
  on(api.self.getConnectedApps, nothing, (_, request) => {
    sessions.required(request)
    return { connected_apps: [] }
  })
  on(bare(api.self.revokeConnectedApp), nothing, (_, request) => {
    sessions.required(request)
    return refuse('connected_app_not_found')
  })
}
