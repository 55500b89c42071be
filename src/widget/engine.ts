// What a widget's client fetches after the first paint: the engine, the one rule that has to answer at once, and the way to every namespace.
import type { ConsumerClient } from '../client/ConsumerClient.ts'
import type { Core } from '../client/core.ts'
import { createEngine as create, type Engine } from '../client/engine.ts'
import { chunk, type Chunk } from '../ui/chunk.ts'
import { idp, links, oauthCalls as social, otp, passwords, preparation, signing } from './parts.ts'

export { isAuthorized } from '../client/policy.ts'

/** Parts of the widget that stand on code of this file. */
export const farther = {
  preparation: () => import('../client/preparation.ts'),
  oauthCalls: () => import('../products/oauth/oauthCalls.ts'),
  passkeys: () => import('../products/passkeys/index.tsx'),
  passkeyList: () => import('../products/passkeys/registration/index.tsx'),
  signing: () => import('../products/crypto/signing/index.tsx'),
}

export type Farther = typeof farther

export const createEngine = (core: Core): Engine => create(core, preparation.load)

const rest = chunk(() => import('../client/rest.ts'))
const webauthn = chunk(() => import('../client/webauthn.ts'))

/** The namespaces of which more, or all, arrives with the first call of one of their methods. */
export type Later = Exclude<keyof ConsumerClient, `${string}Url` | 'onStateChange' | 'destroy' | symbol>

/** A namespace, or what of it is not in the first screen: of the chunk of its product, or of the one that holds the rest of the API. */
export async function namespace(core: Core, name: Later): Promise<object> {
  const homes: Partial<Record<Later, Chunk<object>>> = {
    magicLinks: links,
    otps: otp,
    passwords,
    oauth: social,
    webauthn,
    idp,
    cryptoWallets: signing,
  }
  const home = (await (homes[name] || rest).load()) as Record<Later, (core: Core) => object>
  return home[name](core)
}
