import * as v from 'valibot'
import { attributes, matchOptions } from '../sessions/attributes.ts'
import { codeExpiration, emailAddress, optionalText } from '../requests/fields.ts'
import type { Router } from '../requests/router.ts'
import { sessionNames } from './sessionNames.ts'
import { signInFields } from './signIn.ts'
import type { ServerParts } from './parts.ts'

const options = { expiration_minutes: v.optional(codeExpiration), locale: optionalText, attributes }
const forUser = { ...sessionNames, user_id: optionalText }

/** Serves the calls by which a server sends codes and takes them back. */
export const serveOtps = ({ server }: Router, { otps, serverSignIn, sandbox }: ServerParts) => {
  for (const method of ['sms', 'whatsapp'] as const) {
    const recipient = { phone_number: sandbox.phoneNumber, ...options }
    const creation = v.object({ ...recipient, create_user_as_pending: v.optional(v.boolean()) })
    server(`POST /otps/${method}/login_or_create`, creation, ({ phone_number, ...options }) => {
      const sandboxAnswer = sandbox.answerSend({ phone_number })
      if (sandboxAnswer) return { ...sandboxAnswer, user_created: false }
      const { user, method_id, user_created } = otps.loginOrCreate(method, phone_number, options)
      return { user_id: user.user_id, phone_id: method_id, user_created }
    })

    server(`POST /otps/${method}/send`, v.object({ ...recipient, ...forUser }), async ({ phone_number, ...options }) => {
      const sandboxAnswer = sandbox.answerSend({ phone_number })
      if (sandboxAnswer) return sandboxAnswer
      const { user, method_id } = otps.send(method, phone_number, options, await serverSignIn.owner(options))
      return { user_id: user.user_id, phone_id: method_id }
    })
  }

  const recipient = { email: emailAddress, ...options, login_template_id: optionalText, signup_template_id: optionalText }
  const creation = v.object({ ...recipient, create_user_as_pending: v.optional(v.boolean()) })
  server('POST /otps/email/login_or_create', creation, ({ email, ...options }) => {
    const sandboxAnswer = sandbox.answerSend({ email })
    if (sandboxAnswer) return { ...sandboxAnswer, user_created: false }
    const { user, method_id, user_created } = otps.loginOrCreate('email', email, options)
    return { user_id: user.user_id, email_id: method_id, user_created }
  })

  server('POST /otps/email/send', v.object({ ...recipient, ...forUser }), async ({ email, ...options }) => {
    const sandboxAnswer = sandbox.answerSend({ email })
    if (sandboxAnswer) return sandboxAnswer
    const { user, method_id } = otps.send('email', email, options, await serverSignIn.owner(options))
    return { user_id: user.user_id, email_id: method_id }
  })

  const code = v.object({ ...signInFields, code: v.string(), method_id: v.string(), options: matchOptions })
  server('POST /otps/authenticate', code, (body, request) =>
    serverSignIn.signIn(body, request, (keep) => sandbox.code(body) ?? otps.redeem(body, keep)),
  )
}
