import type { ConsumerClient } from './client/ConsumerClient.ts'

export {
  LatchkeyClient,
  type MountIdentityProviderProps,
  type MountLoginProps,
  type MountPasskeyRegistrationProps,
  type MountResetPasswordProps,
} from './widget/LatchkeyClient.ts'
export type * from './client/public.ts'
export type * from './widget/public.ts'

/** The client of a project of users that widgets stand on: {@link LatchkeyClient} without what mounts them. `latchkey/react` has the class. */
export type WidgetClient = ConsumerClient
