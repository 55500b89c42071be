import * as v from 'valibot'
import { phoneNumber } from '../../requests/fields.ts'
import { discoveryCode, discoveryCodeRequest, emailCode, emailCodeRequest, smsCode } from '../otps.ts'
import { sessionNames } from '../../server/sessionNames.ts'
import { whoSignsIn } from '../sessions.ts'
import type { ServerCalls } from './calls.ts'
import type { MemberParts } from '../parts.ts'
import type { MemberOf } from './secondFactorMembers.ts'

export const serveOtps = ({ call, bearerOf, signingIn }: ServerCalls, { codeLogIns, memberOf }: MemberParts & { memberOf: MemberOf }) => {
  call(
    'POST /otps/sms/send',
    v.object({ ...whoSignsIn, ...sessionNames, mfa_phone_number: v.optional(phoneNumber), locale: v.optional(v.string()) }),
    async (body) => codeLogIns.sendSms(memberOf.settingUp(body, await bearerOf(body), 'sms'), body.mfa_phone_number),
  )
  signingIn(
    'POST /otps/sms/authenticate',
    v.object({ ...whoSignsIn, ...smsCode.entries, set_default_mfa: v.optional(v.boolean()) }),
    (body, bearer) => codeLogIns.authenticateSms(memberOf.proving(body, bearer), body, bearer),
  )

  call('POST /otps/email/login_or_signup', emailCodeRequest, codeLogIns.sendEmail)
  signingIn('POST /otps/email/authenticate', emailCode, codeLogIns.authenticateEmail)
  call('POST /otps/email/discovery/send', discoveryCodeRequest, codeLogIns.sendDiscovery)
  call('POST /otps/email/discovery/authenticate', discoveryCode, codeLogIns.authenticateDiscovery)
}
