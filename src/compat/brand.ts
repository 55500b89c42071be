/** What makes a client a drop-in one: the provider's names in its messages, and the provider's errors from everything that it offers. */
import type { Brand } from '../client/options.ts'
import { providerError } from './providerErrors.ts'

/** The names that a drop-in client goes by; `client` is the class that a host constructs. */
export const brand = (client: string): Brand => ({ client: `new ${client}`, prefix: '[Stytch]', method: 'stytch', errorFor: providerError })

const fail = (thrown: unknown): never => {
  throw providerError(thrown)
}

/** The proxy of each object and function that a host has looked at. */
const proxies = new WeakMap<object, object>()

/** The same value; a function that it is, or that is found below it, throws and rejects with the provider's errors. */
const withProviderErrors = <Value>(value: Value): Value => {
  if (!value || (typeof value !== 'object' && typeof value !== 'function')) return value
  const known = proxies.get(value)
  if (known) return known as Value
  const proxy = new Proxy(value, {
    get: (target, name) => withProviderErrors(Reflect.get(target, name)),
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

/** Makes everything that a client offers throw, and reject with, the provider's errors. */
export const throwProviderErrors = (client: object): void => {
  for (const [name, offered] of Object.entries(client)) Object.assign(client, { [name]: withProviderErrors(offered) })
}
