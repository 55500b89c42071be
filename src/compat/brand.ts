/**
 * The one place where errors that leave the drop-in entries become the provider's: hosts branch on their names and classes. What a method throws or rejects
 * with, what `onError` hears and what the element's event carries all come by here.
 */
import { naming, type LatchkeySDKError } from '../api/errors.ts'
import { LatchkeySDKUsageError } from '../api/usageError.ts'
import type { Brand } from '../client/options.ts'
import { IDPOAuthFlowMissingParamError, NoCurrentSessionError } from './nativeErrors.ts'

naming.prefix = 'Stytch'

/** What the provider's client would have thrown in the place of an error of ours. */
const errorFor = (thrown: unknown): unknown => {
  const { code, cause, message, options } = (thrown || {}) as Partial<LatchkeySDKError>
  if (code === 'no_current_session') return new NoCurrentSessionError()
  if (code === 'idp_oauth_flow_missing_param') return new IDPOAuthFlowMissingParamError(`${options}`)
  // the client with screens has no room for the class (client/heldSession.ts)
  const [, method, words] =
    (code === 'usage' && !(thrown instanceof LatchkeySDKUsageError) && /^Invalid call to (.*)\n(.*)$/.exec(message!)) || []
  if (words) return new LatchkeySDKUsageError(method!, words)
  // what the browser rejected a passkey's ceremony with (WebAuthn, sections 5.1.3 and 5.1.4): its name is what hosts look at
  return cause instanceof DOMException && /^passkey/.test(code!) ? cause : thrown
}

const fail = (thrown: unknown): never => {
  throw errorFor(thrown)
}

const wrapped = new WeakMap<object, object>()

/** The same value; whatever is thrown or rejected by a function that it is, or that is found below it, is the provider's. */
const outward = <Value>(value: Value): Value => {
  if (!value || (typeof value !== 'object' && typeof value !== 'function')) return value
  const known = wrapped.get(value)
  if (known) return known as Value
  const outside = new Proxy(value, {
    get: (target, name) => outward(Reflect.get(target, name)),
    apply(target, self, given) {
      try {
        const answer: unknown = Reflect.apply(target as never, self, given)
        return typeof (answer as PromiseLike<unknown> | undefined)?.then === 'function'
          ? (answer as PromiseLike<unknown>).then(undefined, fail)
          : answer
      } catch (thrown) {
        fail(thrown)
      }
    },
  })
  wrapped.set(value, outside)
  return outside as Value
}

/** Makes all that a client offers throw, and reject with, what the provider's does. */
export const speakAsProvider = (client: object): void => {
  for (const [name, offered] of Object.entries(client)) Object.assign(client, { [name]: outward(offered) })
}

/** `client` is the class that a host constructs. */
export const brand = (client: string): Brand => ({ client: `new ${client}`, prefix: '[Stytch]', method: 'stytch', errorFor })
