/**
 * A namespace whose code arrives with the first call of one of its methods. They answer promises, so a host cannot tell; what is synchronous, or needed at
 * once, is `here` already.
 */
export const later = <Namespace extends object>(
  load: () => Promise<Namespace>,
  here: Partial<Namespace> = {},
  path: string[] = [],
): Namespace =>
  new Proxy((() => {}) as unknown as Namespace, {
    // to whoever awaits, prints or serializes a client (React does, in development), it is a function like any other, and is not called
    get: (target, key) =>
      here[key as keyof Namespace] ??
      (key in target || typeof key === 'symbol' || /^(then|toJSON)$/.test(key)
        ? Reflect.get(target, key)
        : later(load, {}, [...path, key])),
    apply: async (_, __, args: unknown[]) => {
      let found: unknown = await load()
      for (const key of path) found = (found as Record<string, unknown>)[key]
      return (found as (...args: unknown[]) => unknown)(...args)
    },
  })
