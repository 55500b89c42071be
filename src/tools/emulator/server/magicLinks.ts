import * as v from 'valibot'
import { attributes, matchOptions } from '../sessions/attributes.ts'
import { emailAddress, linkExpiration, nameParts, optionalText } from '../requests/fields.ts'
import { emailLink } from '../methods/magicLinks.ts'
import { metadata } from '../state/metadata.ts'
import type { Router } from '../requests/router.ts'
import { sessionNames } from './sessionNames.ts'
import { signInFields } from './signIn.ts'
import type { ServerParts } from './parts.ts'

/** How long a link that the host delivers itself is valid if its call does not say. */
const EMBEDDED_MINUTES = 60

/**
 * Serves the calls by which a server sends links, creates them for its own messages, and takes them
 * back.
 */
export const serveMagicLinks = ({ server }: Router, { users, magicLinks, serverSignIn, userChanges, sandbox }: ServerParts) => {
  const embedding = v.object({ user_id: v.string(), expiration_minutes: v.optional(linkExpiration), attributes })
  server('POST /magic_links', embedding, ({ user_id, expiration_minutes = EMBEDDED_MINUTES, ...rest }) => {
    const user = users.require(user_id)
    return { user_id: user.user_id, token: magicLinks.embed(user, expiration_minutes, rest.attributes) }
  })

  const body = { ...emailLink.entries, attributes }
  server('POST /magic_links/email/login_or_create', v.object(body), (fields, request) => {
    const sandboxAnswer = sandbox.answerSend(fields)
    if (sandboxAnswer) return { ...sandboxAnswer, user_created: false }
    const { user, email_id, user_created } = magicLinks.loginOrCreate(fields, request)
    return { user_id: user.user_id, email_id, user_created }
  })

  server('POST /magic_links/email/send', v.object({ ...body, ...sessionNames, user_id: optionalText }), async (fields, request) => {
    const sandboxAnswer = sandbox.answerSend(fields)
    if (sandboxAnswer) return sandboxAnswer
    const { user, email_id } = magicLinks.send(fields, await serverSignIn.owner(fields), request)
    return { user_id: user.user_id, email_id }
  })

  const invitation = v.object({
    email: emailAddress,
    name: nameParts,
    trusted_metadata: metadata,
    untrusted_metadata: metadata,
    invite_magic_link_url: optionalText,
    invite_expiration_minutes: v.optional(linkExpiration),
    invite_template_id: optionalText,
    locale: optionalText,
    attributes,
  })
  server('POST /magic_links/email/invite', invitation, ({ name, trusted_metadata, untrusted_metadata, ...fields }, request) => {
    const sandboxAnswer = sandbox.answerSend(fields)
    if (sandboxAnswer) return sandboxAnswer
    const change = { name, trusted_metadata, untrusted_metadata }
    const { user, email_id } = magicLinks.invite(fields, (invitee) => userChanges.apply(invitee, change), request)
    return { user_id: user.user_id, email_id }
  })

  server('POST /magic_links/email/revoke_invite', v.object({ email: emailAddress }), ({ email }) => {
    if (!sandbox.answerSend({ email })) magicLinks.revokeInvite(email)
    return {}
  })

  const link = v.object({ ...signInFields, token: v.string(), code_verifier: optionalText, options: matchOptions })
  server('POST /magic_links/authenticate', link, (fields, request) =>
    serverSignIn.signIn(fields, request, (keep) => sandbox.link(fields.token) ?? magicLinks.redeem(fields, keep)),
  )
}
