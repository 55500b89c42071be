/**
 * Makes a client a drop-in replacement: its messages have the provider's names, and all of its
 * methods throw the provider's errors.
 */
import type { Brand } from '../../client/options.ts'
import { providerError } from './providerErrors.ts'

/** What makes the provider's errors from ours. */
type ErrorFor = (error: unknown) => unknown

/** Returns the names that a drop-in client uses in messages. `client` is the name of its class. */
export const brand = (client: string, errorFor: ErrorFor = providerError): Brand => ({
  client: `new ${client}`,
  prefix: '[Stytch]',
  method: 'stytch',
  // an error may be anything, even a proxy that throws
  errorFor(error) {
    try {
      return errorFor(error)
    } catch {
      return error
    }
  },
})

/** The proxy of each object and function that a host has accessed. */
const proxies = new WeakMap<object, object>()

/**
 * Returns a proxy of a value. If the value is a function or contains functions, these throw and
 * reject with the provider's errors.
 */
const withProviderErrors = <Value>(value: Value, errorFor: ErrorFor): Value => {
  if (!value || (typeof value !== 'object' && typeof value !== 'function')) return value
  const double = proxies.get(value)
  if (double) return double as Value
  const fail = (error: unknown): never => {
    throw errorFor(error)
  }
  const proxy = new Proxy(value, {
    get: (target, name) => withProviderErrors(Reflect.get(target, name), errorFor),
    apply(target, self, args) {
      try {
        const answer: unknown = Reflect.apply(target as never, self, args)
        return typeof (answer as PromiseLike<unknown> | undefined)?.then === 'function'
          ? (answer as PromiseLike<unknown>).then(undefined, fail)
          : answer
      } catch (error) {
        fail(error)
      }
    },
  })
  proxies.set(value, proxy)
  return proxy as Value
}

/** Makes all methods of a client throw, and reject with, the provider's errors. */
export const throwProviderErrors = (client: object, errorFor: ErrorFor = providerError): void => {
  for (const [name, member] of Object.entries(client)) Object.assign(client, { [name]: withProviderErrors(member, errorFor) })
}
