import * as v from 'valibot'
import * as api from '../api/otps.ts'
import type { OtpMethod, SendOtp } from '../api/otps.ts'
import type { User } from '../api/entities.ts'
import type { Clock } from './clock.ts'
import { createExpiring, randomCode } from './expiring.ts'
import { codeExpiration, emailAddress, phoneNumber, sessionDuration } from './fields.ts'
import type { Locks } from './locks.ts'
import type { Outbox } from './outbox.ts'
import type { Project } from './project.ts'
import { refuse, refuseSchema } from './refusal.ts'
import type { ApiRequest, Router } from './router.ts'
import type { Proof, Sessions } from './sessions.ts'
import type { Users } from './users.ts'

/** A code that was sent. Its key is the `method_id`, the id of the email address or phone number, so that only the newest code is valid. */
interface SentCode {
  code: string
  user: User
  method: OtpMethod
  to: string
}

/** How long a code is valid if its call does not say. */
const DEFAULT_MINUTES = 5

const optionalText = v.optional(v.string())

const otpOptions = {
  expiration_minutes: v.optional(codeExpiration),
  locale: optionalText,
  enable_autofill: v.optional(v.boolean()),
  autofill_session_duration_minutes: v.optional(sessionDuration),
  login_template_id: optionalText,
  signup_template_id: optionalText,
}

const otp = v.object({ phone_number: v.optional(phoneNumber), email: v.optional(emailAddress), ...otpOptions })

/** The factor of a user who has typed a code. `id` is that of the email address or the phone number. */
export const codeProof = (method: OtpMethod, id: string, to: string): Proof => ({
  type: 'otp',
  delivery_method: method,
  ...(method === 'email'
    ? { email_factor: { email_id: id, email_address: to } }
    : { phone_number_factor: { phone_id: id, phone_number: to } }),
})

interface Needs {
  clock: Clock
  project: Project
  users: Users
  sessions: Sessions
  outbox: Outbox
  locks: Locks
}

/** Serves log-in with codes sent by email, SMS and WhatsApp. */
export const serveOtps = ({ on }: Router, { clock, project, users, sessions, outbox, locks }: Needs) => {
  const codes = createExpiring<SentCode>(clock)

  const isMethod = (name: string): name is OtpMethod => name === 'sms' || name === 'whatsapp' || name === 'email'

  /** Returns whom the request addresses, and how to find them. */
  const recipient = (body: SendOtp, { params }: ApiRequest) => {
    // `/otps/email/send/...` is a separate declaration without this parameter.
    const method = params.method ?? 'email'
    if (!isMethod(method)) return refuse('route_not_found')
    const field = method === 'email' ? 'email' : 'phone_number'
    const to = body[field] ?? refuseSchema([{ dataPath: field, message: 'is required' }])
    return { method, to, known: method === 'email' ? users.withEmail(to) : users.withPhone(to) }
  }

  const idOf = (user: User, method: OtpMethod, to: string) =>
    method === 'email' ? users.emailOf(user, to).email_id : users.phoneOf(user, to).phone_id

  const sendCode = (user: User, method: OtpMethod, to: string, minutes = DEFAULT_MINUTES) => {
    const method_id = idOf(user, method, to)
    const code = randomCode()
    codes.put(method_id, { code, user, method, to }, minutes)
    const name = project.project_name ?? 'the app'
    const text = `${code} is your code for ${name}. It works for ${minutes} minutes.`
    outbox.send({ channel: method, to, ...(method === 'email' && { subject: `Your code for ${name}` }), text, code })
    return { method_id }
  }

  on(api.loginOrCreate, otp, (body, request) => {
    const { method, to, known } = recipient(body, request)
    outbox.checkRecipient(to)
    return sendCode(known ?? users.create(), method, to, body.expiration_minutes)
  })

  const send = (body: SendOtp, request: ApiRequest) => {
    const { method, to, known } = recipient(body, request)
    const user =
      request.params.factor === 'secondary'
        ? sessions.required(request).user
        : (known ?? refuse(method === 'email' ? 'email_not_found' : 'phone_number_not_found'))
    if (known && known !== user) refuse(method === 'email' ? 'duplicate_email' : 'duplicate_phone_number')
    outbox.checkRecipient(to)
    return sendCode(user, method, to, body.expiration_minutes)
  }
  on(api.sendEmail, otp, send)
  on(api.send, otp, send)

  const code = { token: v.string(), method_id: v.string(), session_duration_minutes: sessionDuration }

  on(api.authenticate, v.object(code), async ({ token, method_id, session_duration_minutes }, request) => {
    if (!/^\d{6}$/.test(token)) refuse('invalid_code')
    const sent = codes.find(method_id) ?? refuse('otp_code_not_found')
    const { user, method, to } = sent
    locks.check(user.user_id)
    if (sent.code !== token) {
      locks.failed(user.user_id)
      refuse('otp_code_not_found')
    }
    codes.spend(method_id)
    locks.succeeded(user.user_id)
    if (method === 'email') users.verifyEmail(user, to)
    else users.verifyPhone(user, to)
    return { method_id, ...(await sessions.signIn(request, user, codeProof(method, method_id, to), session_duration_minutes)) }
  })
}
