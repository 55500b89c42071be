/** Makes a client a drop-in replacement: its messages have the provider's names, and all of its methods throw the provider's errors. */
import type { Brand } from '../../client/options.ts'
import { providerError } from './providerErrors.ts'

/** What makes the provider's errors from ours. */
type ErrorFor = (thrown: unknown) => unknown

/** Returns the names that a drop-in client uses in messages. `client` is the name of its class. */
export const brand = (client: string, errorFor: ErrorFor = providerError): Brand => ({
  client: `new ${client}`,
  prefix: '[Stytch]',
  method: 'stytch',
  // an error may be anything, even a proxy that throws
  errorFor(thrown) {
    try {
      return errorFor(thrown)
    } catch {
      return thrown
    }
  },
})

/** The proxy of each object and function that a host has accessed. */
const proxies = new WeakMap<object, object>()

/** Returns a proxy of a value. If the value is a function or contains functions, these throw and reject with the provider's errors. */
const withProviderErrors = <Value>(value: Value, errorFor: ErrorFor): Value => {
  if (!value || (typeof value !== 'object' && typeof value !== 'function')) return value
  const known = proxies.get(value)
  if (known) return known as Value
  const fail = (thrown: unknown): never => {
    throw errorFor(thrown)
  }
  const proxy = new Proxy(value, {
    get: (target, name) => withProviderErrors(Reflect.get(target, name), errorFor),
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
  proxies.set(value, proxy)
  return proxy as Value
}

/** Makes all methods of a client throw, and reject with, the provider's errors. */
export const throwProviderErrors = (client: object, errorFor: ErrorFor = providerError): void => {
  for (const [name, offered] of Object.entries(client)) Object.assign(client, { [name]: withProviderErrors(offered, errorFor) })
}
