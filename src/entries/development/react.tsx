// `latchkey/react` as bundlers resolve it in development (the export condition): the same exports,
// with components that also warn about invalid props.
import {
  Account as PlainAccount,
  IdentityProvider as PlainIdentityProvider,
  Login as PlainLogin,
  PasskeyRegistration as PlainPasskeyRegistration,
  ResetPassword as PlainResetPassword,
  SecondFactor as PlainSecondFactor,
} from '../react.tsx'
import type { ReactNode } from 'react'
import { advice, type Subject } from './advice.ts'

export * from '../react.tsx'

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

/** Returns a component with advice on its props. */
const withAdvice = <Props extends object>(name: string, subject: Subject, Plain: (props: Props) => ReactNode) => {
  const Advised = (props: Props) => {
    advise(name, subject, props)
    return <Plain {...props} />
  }
  Advised.displayName = name
  return Advised
}

// the components of latchkey/react, by their names
export const Login = withAdvice('Login', 'mountLogin', PlainLogin)
export const ResetPassword = withAdvice('ResetPassword', 'mountResetPassword', PlainResetPassword)
export const PasskeyRegistration = withAdvice('PasskeyRegistration', 'mountPasskeyRegistration', PlainPasskeyRegistration)
export const SecondFactor = withAdvice('SecondFactor', 'mountSecondFactor', PlainSecondFactor)
export const Account = withAdvice('Account', 'mountAccount', PlainAccount)
export const IdentityProvider = withAdvice('IdentityProvider', 'mountIdentityProvider', PlainIdentityProvider)
