import * as v from 'valibot'
import { idp } from '../../api/b2b/idp.ts'
import { refuse } from '../refusal.ts'
import type { Router } from '../router.ts'
import type { MemberSessions } from './sessions.ts'

const text = v.optional(v.string())

/** Consent to apps. The emulator registers apps for users only, so every call is refused with `connected_app_not_found`. */
export const serveIdp = ({ on }: Router, { sessions }: { sessions: MemberSessions }) => {
  const authorize = {
    client_id: v.string(),
    redirect_uri: v.string(),
    response_type: v.string(),
    scopes: v.array(v.string()),
    prompt: text,
  }
  on(idp.oauthAuthorizeStart, v.object(authorize), (_, request) => {
    sessions.required(request)
    return refuse('connected_app_not_found')
  })
  on(
    idp.oauthAuthorizeSubmit,
    v.object({ ...authorize, consent_granted: v.boolean(), code_challenge: text, state: text, nonce: text }),
    (_, request) => {
      sessions.required(request)
      return refuse('connected_app_not_found')
    },
  )
  on(
    idp.oauthLogoutStart,
    v.object({ client_id: v.string(), post_logout_redirect_uri: v.string(), id_token_hint: text, state: text }),
    () => refuse('connected_app_not_found'),
  )
}
