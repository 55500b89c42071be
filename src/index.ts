export {
  LatchkeyClient,
  type MountIdentityProviderProps,
  type MountLoginProps,
  type MountPasskeyRegistrationProps,
  type MountResetPasswordProps,
} from './widget/LatchkeyClient.ts'
export type * from './client/public.ts'
export type * from './widget/public.ts'
