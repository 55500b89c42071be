import type { ConsumerClient } from '../client/ConsumerClient.ts'

export {
  LatchkeyClient,
  type MountAccountProps,
  type MountIdentityProviderProps,
  type MountLoginProps,
  type MountPasskeyRegistrationProps,
  type MountResetPasswordProps,
  type MountSecondFactorProps,
} from '../widget/LatchkeyClient.ts'
export type * from '../client/publicTypes.ts'
export type * from '../widget/publicTypes.ts'

/**
 * The client that widgets use: {@link LatchkeyClient} without its mount methods. The class is in
 * `latchkey/react`.
 */
export type WidgetClient = ConsumerClient
