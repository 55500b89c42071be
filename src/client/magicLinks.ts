import * as api from '../api/magicLinks.ts'
import type { EmailLinkOptions } from '../api/magicLinks.ts'
import type { Answer, Authenticated, SessionDuration } from '../api/entities.ts'
import type { Core } from './core.ts'

/** `client.magicLinks` (wire.md 1.3). */
export interface MagicLinkNamespace {
  email: {
    /** Sends a link to a visitor, known or new. */
    loginOrCreate(email: string, options?: EmailLinkOptions): Promise<Answer>
    /** Sends a link to a user who exists: as a second factor when somebody is signed in. */
    send(email: string, options?: EmailLinkOptions): Promise<Answer>
  }
  /** Signs in with the token of a link. */
  authenticate(token: string, options: SessionDuration): Promise<Authenticated & { method_id: string }>
}

/** `client.magicLinks`: links by e-mail. */
export const magicLinks = (core: Core): MagicLinkNamespace => {
  const challenge = async () => (await (await core.engine()).proofKeys()).challenge('magic_links')
  return {
    email: {
      loginOrCreate: async (email, options) => core.send(api.loginOrCreate, { ...options, email, ...(await challenge()) }),
      send: async (email, options) =>
        core.send(api.send, { ...options, email, ...(await challenge()) }, { factor: core.status.now.session ? 'secondary' : 'primary' }),
    },
    async authenticate(token, options) {
      const proofKeys = await (await core.engine()).proofKeys()
      return proofKeys.spend(['passwords', 'magic_links'], (code_verifier) =>
        core.send(api.authenticate, { code_verifier, token, ...options }),
      )
    },
  }
}
