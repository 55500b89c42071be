import * as v from 'valibot'
import * as api from '../../../api/otps.ts'
import type { OtpMethod, SendOtp } from '../../../api/otps.ts'
import type { User } from '../../../api/entities.ts'
import { checkAttributes, type Attributes, type MatchOptions } from '../sessions/attributes.ts'
import { createExpiring, randomCode } from '../state/expiring.ts'
import { codeExpiration, emailAddress, optionalText, phoneNumber, sessionDuration } from '../requests/fields.ts'
import { refuse, refuseSchema } from '../requests/refusal.ts'
import type { ApiRequest, Router } from '../requests/router.ts'
import type { Proof } from '../sessions/sessions.ts'
import type { BaseParts } from '../baseParts.ts'

/**
 * A code that was sent. Its key is the `method_id`, the id of the email address or phone number, so
 * that only the newest code is valid.
 */
interface SentCode {
  code: string
  user: User
  method: OtpMethod
  to: string
  /** From where the code was requested, if a server has said so. */
  attributes?: Attributes
}

/** How long a code is valid if its call does not say. */
const DEFAULT_MINUTES = 5

const otpOptions = {
  expiration_minutes: v.optional(codeExpiration),
  locale: optionalText,
  enable_autofill: v.optional(v.boolean()),
  autofill_session_duration_minutes: v.optional(sessionDuration),
  login_template_id: optionalText,
  signup_template_id: optionalText,
}

const otp = v.object({ phone_number: v.optional(phoneNumber), email: v.optional(emailAddress), ...otpOptions })

/**
 * The factor of a user who has typed a code. `id` is that of the email address or the phone number.
 */
export const codeProof = (method: OtpMethod, id: string, to: string): Proof => ({
  type: 'otp',
  delivery_method: method,
  ...(method === 'email'
    ? { email_factor: { email_id: id, email_address: to } }
    : { phone_number_factor: { phone_id: id, phone_number: to } }),
})

/** What a code is sent with. */
interface CodeOptions {
  expiration_minutes?: number
  create_user_as_pending?: boolean
  attributes?: Attributes
}

/** Sends codes and takes them back, for browsers and for servers. */
export const createOtps = ({ clock, project, users, outbox, locks, emailProofs }: BaseParts) => {
  const codes = createExpiring<SentCode>(clock)

  const holderOf = (method: OtpMethod, to: string) => (method === 'email' ? users.withEmail(to) : users.withPhone(to))

  const idOf = (user: User, method: OtpMethod, to: string) =>
    method === 'email' ? users.emailOf(user, to).email_id : users.phoneOf(user, to).phone_id

  const sendCode = (
    user: User,
    method: OtpMethod,
    to: string,
    { expiration_minutes: minutes = DEFAULT_MINUTES, attributes }: CodeOptions,
  ) => {
    const method_id = idOf(user, method, to)
    const code = randomCode()
    codes.put(method_id, { code, user, method, to, attributes }, minutes)
    const name = project.project_name ?? 'the app'
    const text = `${code} is your code for ${name}. It works for ${minutes} minutes.`
    outbox.send({ channel: method, to, ...(method === 'email' && { subject: `Your code for ${name}` }), text, code })
    return { user, method_id }
  }

  return {
    loginOrCreate: (method: OtpMethod, to: string, options: CodeOptions) => {
      const holder = holderOf(method, to)
      outbox.checkRecipient(to)
      const user = holder ?? users.create({ status: options.create_user_as_pending ? 'pending' : 'active' })
      return { ...sendCode(user, method, to, options), user_created: !holder }
    },

    /**
     * Sends a code to this user, to whom the address or number is added, or without one to the user
     * who has it.
     */
    send: (method: OtpMethod, to: string, options: CodeOptions, owner: User | undefined) => {
      const holder = holderOf(method, to)
      const user = owner ?? holder ?? refuse(method === 'email' ? 'email_not_found' : 'phone_number_not_found')
      if (holder && holder !== user) refuse(method === 'email' ? 'duplicate_email' : 'duplicate_phone_number')
      outbox.checkRecipient(to)
      return sendCode(user, method, to, options)
    },

    /**
     * Takes a code back, and returns who has entered it. `keep`: the token of the session that goes
     * on if others end.
     */
    redeem: (body: { code: string; method_id: string; options?: MatchOptions; attributes?: Attributes }, keep: string | undefined) => {
      const { code, method_id } = body
      if (!/^\d{6}$/.test(code)) refuse('invalid_code')
      const delivery = codes.find(method_id) ?? refuse('otp_code_not_found')
      const { user, method, to } = delivery
      locks.check(user.user_id)
      if (delivery.code !== code) {
        locks.recordFailure(user.user_id)
        refuse('otp_code_not_found')
      }
      checkAttributes(body, delivery.attributes)
      users.requireById(user.user_id)
      if (project.backend && !users.has(user, to)) refuse('otp_code_not_found')
      codes.spend(method_id)
      locks.recordSuccess(user.user_id)
      const { reset_sessions } = method === 'email' ? emailProofs(user, to, keep) : { reset_sessions: false }
      if (method !== 'email') users.verifyPhone(user, to)
      return { user, proof: codeProof(method, method_id, to), answer: { method_id, reset_sessions } }
    },
  }
}

export type Otps = ReturnType<typeof createOtps>

/** Serves log-in with codes sent by email, SMS and WhatsApp. */
export const serveOtps = ({ on }: Router, { sessions, otps }: BaseParts & { otps: Otps }) => {
  const isMethod = (name: string): name is OtpMethod => name === 'sms' || name === 'whatsapp' || name === 'email'

  /** Returns whom the request addresses. */
  const recipient = (body: SendOtp, { params }: ApiRequest) => {
    // `/otps/email/send/...` is a separate declaration without this parameter.
    const method = params.method ?? 'email'
    if (!isMethod(method)) return refuse('route_not_found')
    const field = method === 'email' ? 'email' : 'phone_number'
    return [method, body[field] ?? refuseSchema([{ dataPath: field, message: 'is required' }])] as const
  }

  on(api.loginOrCreate, otp, (body, request) => {
    const { method_id } = otps.loginOrCreate(...recipient(body, request), body)
    return { method_id }
  })

  const send = (body: SendOtp, request: ApiRequest) => {
    const [method, to] = recipient(body, request)
    const owner = sessions.secondary(request, ({ emails, phone_numbers }) =>
      [...emails.map(({ email }) => email), ...phone_numbers.map(({ phone_number }) => phone_number)].every((address) => address !== to),
    )
    const { method_id } = otps.send(method, to, body, owner)
    return { method_id }
  }
  on(api.sendEmail, otp, send)
  on(api.send, otp, send)

  const code = { token: v.string(), method_id: v.string(), session_duration_minutes: sessionDuration }

  on(api.authenticate, v.object(code), async ({ token, method_id, session_duration_minutes }, request) => {
    const { user, proof, answer } = otps.redeem({ code: token, method_id }, request.sessionToken)
    return { method_id: answer.method_id, ...(await sessions.signIn(request, user, proof, session_duration_minutes)) }
  })
}
