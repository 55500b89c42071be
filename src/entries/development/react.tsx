// `latchkey/react` as bundlers resolve it in development (the export condition): the same
// components, which also warn about invalid props.
import {
  Account as PlainAccount,
  IdentityProvider as PlainIdentityProvider,
  Login as PlainLogin,
  PasskeyRegistration as PlainPasskeyRegistration,
  ResetPassword as PlainResetPassword,
  SecondFactor as PlainSecondFactor,
  type AccountComponentProps,
  type IdentityProviderComponentProps,
  type LoginComponentProps,
  type PasskeyRegistrationComponentProps,
  type ResetPasswordComponentProps,
  type SecondFactorComponentProps,
} from '../react.tsx'
import { advice, type Subject } from './advice.ts'

export { LatchkeyClient, LatchkeyProvider, useClient, useSession, useUser, WidgetClient } from '../react.tsx'

/**
 * The warnings so far. They belong to the page, because React discards the state of a rendering
 * that fails, and an invalid prop can cause that.
 */
const warnings = new Set<string>()

/**
 * Warns on the console, once per page, and before the rendering, which could fail because of the
 * fault. A server has no style engine to check values with, so the warning comes when the page is
 * hydrated. `client` and `nonce` are props of components alone.
 */
const advise = (name: string, subject: Subject, { client, nonce, ...props }: { client?: unknown; nonce?: unknown }) => {
  if (typeof document === 'undefined') return
  for (const fault of advice(subject, props)) {
    const text = `[Latchkey] <${name}>: ${fault}`
    if (!warnings.has(text)) console.warn(text)
    warnings.add(text)
  }
}

/** {@link PlainLogin} with advice on its props. */
export function Login(props: LoginComponentProps) {
  advise('Login', 'mountLogin', props)
  return <PlainLogin {...props} />
}

/** {@link PlainResetPassword} with advice on its props. */
export function ResetPassword(props: ResetPasswordComponentProps) {
  advise('ResetPassword', 'mountResetPassword', props)
  return <PlainResetPassword {...props} />
}

/** {@link PlainPasskeyRegistration} with advice on its props. */
export function PasskeyRegistration(props: PasskeyRegistrationComponentProps) {
  advise('PasskeyRegistration', 'mountPasskeyRegistration', props)
  return <PlainPasskeyRegistration {...props} />
}

/** {@link PlainSecondFactor} with advice on its props. */
export function SecondFactor(props: SecondFactorComponentProps) {
  advise('SecondFactor', 'mountSecondFactor', props)
  return <PlainSecondFactor {...props} />
}

/** {@link PlainAccount} with advice on its props. */
export function Account(props: AccountComponentProps) {
  advise('Account', 'mountAccount', props)
  return <PlainAccount {...props} />
}

/** {@link PlainIdentityProvider} with advice on its props. */
export function IdentityProvider(props: IdentityProviderComponentProps) {
  advise('IdentityProvider', 'mountIdentityProvider', props)
  return <PlainIdentityProvider {...props} />
}
