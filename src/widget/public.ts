// The types that every entry with screens exports.
export type * from '../ui/config.ts'
export type { Callbacks, WidgetEvent, WidgetEvents } from '../ui/events.ts'
export type { IdentityProviderProps } from './idp.ts'
export type { LoginProps } from './login.ts'
export type { MessageId, Strings } from './messages.ts'
export type { ResetPasswordProps } from './reset.ts'
export type { Mounted } from './mount.tsx'
