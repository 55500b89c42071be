import * as v from 'valibot'
import { challengeSignature, walletStart } from '../methods/cryptoWallets.ts'
import type { Router } from '../requests/router.ts'
import { sessionNames } from './sessionNames.ts'
import { signInFields } from './signIn.ts'
import type { ServerParts } from './parts.ts'

export const serveCryptoWallets = ({ server }: Router, { project, users, serverSignIn, walletLogIns, sandbox }: ServerParts) => {
  const start = v.object({ ...walletStart.entries, user_id: v.optional(v.string()), ...sessionNames })
  server('POST /crypto_wallets/authenticate/start', start, async ({ user_id, session_token, session_jwt, ...body }) => {
    const owner = await serverSignIn.owner({ user_id, session_token, session_jwt })
    const holder = owner ?? walletLogIns.owner(body) ?? walletLogIns.waiting(body)
    // A server learns at once who will sign in, so a new user is there before the wallet has
    // signed.
    const user = holder ?? users.create({ status: 'pending' })
    // A server that sends siwe_params asks for such a message.
    const siwe = project.siwe_required_for_crypto_wallets || body.siwe_params !== undefined
    const { challenge } = walletLogIns.start(body, { user, siwe })
    return { user_id: user.user_id, challenge, user_created: holder === undefined }
  })

  server('POST /crypto_wallets/authenticate', v.object({ ...challengeSignature, ...signInFields }), (body, request) =>
    serverSignIn.signIn(body, request, () => {
      const sandboxSignIn = sandbox.wallet(body)
      if (sandboxSignIn) return sandboxSignIn
      const { user, proof, siwe_params } = walletLogIns.authenticate(body)
      return { user, proof, answer: { ...(siwe_params && { siwe_params }) } }
    }),
  )
}
