import * as v from 'valibot'
import * as api from '../../../api/b2b/signedInMember.ts'
import { emailAddress, noBody, optionalText, phoneNumber } from '../requests/fields.ts'
import { metadata } from '../state/metadata.ts'
import type { Router } from '../requests/router.ts'
import { assign } from './administration.ts'
import { emailUpdate } from './organizationFields.ts'
import type { MemberParts } from './parts.ts'

const update = v.object({
  name: optionalText,
  untrusted_metadata: metadata,
  mfa_enrolled: v.optional(v.boolean()),
  mfa_phone_number: v.optional(phoneNumber),
  default_mfa_method: v.optional(v.picklist(['sms_otp', 'totp'])),
})

const retiredAddress = v.union([v.object({ email_id: v.string() }), v.object({ email_address: emailAddress })])

/**
 * Serves `client.self`: the calls by which signed-in members read and change their own account.
 * `members/passwords/:id`, which administrators use too, is in `organizationRoutes.ts`.
 */
export const serveSignedInMember = ({ on }: Router, { clock, organizations, sessions, mails, secondFactors }: MemberParts) => {
  const { answerAbout } = organizations

  on(api.getSignedInMember, noBody, (_, request) => {
    const { member, organization } = sessions.require(request)
    return { member, organization }
  })

  on(api.signedInMember.update, update, ({ mfa_phone_number, ...fields }, request) => {
    const { member } = sessions.require(request)
    if (mfa_phone_number) secondFactors.phoneOf(organizations, member, mfa_phone_number)
    return answerAbout(assign(member, fields, clock.now()))
  })

  on(api.signedInMember.deleteMFAPhoneNumber, noBody, (_, request) =>
    answerAbout(secondFactors.removePhone(sessions.require(request).member)),
  )
  on(api.signedInMember.deleteMFATOTP, noBody, (_, request) => answerAbout(secondFactors.removeTotp(sessions.require(request).member)))
  on(api.signedInMember.unlinkRetiredEmail, retiredAddress, (body, request) =>
    answerAbout(mails.unlink(sessions.require(request).member, body)),
  )
  on(api.signedInMember.startEmailUpdate, emailUpdate, (body, request) =>
    answerAbout(mails.changeAddress(sessions.require(request).member, body, request)),
  )
}
