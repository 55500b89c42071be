import * as api from '../../api/magicLinks.ts'
import type { EmailLinkOptions } from '../../api/magicLinks.ts'
import type { Answer, Authenticated, SessionDuration } from '../../api/entities.ts'
import type { Core } from '../core.ts'

/** `client.magicLinks`: links by email. */
export interface MagicLinkNamespace {
  /** Sending links. */
  email: {
    /** Sends a link to a visitor. A visitor without an account gets one. */
    loginOrCreate(email: string, options?: EmailLinkOptions): Promise<Answer>
    /**
     * Sends a link to a user who already exists. If somebody is signed in, the link is their second
     * factor.
     */
    send(email: string, options?: EmailLinkOptions): Promise<Answer>
  }
  /** Signs in with the token of a link. */
  authenticate(
    token: string,
    options: SessionDuration,
  ): Promise<
    Authenticated & {
      /** The id of the address that the link went to. */
      method_id: string
    }
  >
}

/** Creates `client.magicLinks`. */
export const magicLinks = (core: Core): MagicLinkNamespace => {
  const challenge = async () => (await core.proofKeys()).challenge('magic_links')
  return {
    email: {
      loginOrCreate: async (email, options) => core.send(api.loginOrCreate, { ...options, email, ...(await challenge()) }),
      send: async (email, options) =>
        core.send(api.send, { ...options, email, ...(await challenge()) }, { factor: await (await core.life()).factor() }),
    },
    async authenticate(token, options) {
      const proofKeys = await core.proofKeys()
      return proofKeys.spend(
        ['passwords', 'magic_links'],
        (code_verifier) => core.send(api.authenticate, { code_verifier, token, ...options }),
        token,
      )
    },
  }
}
