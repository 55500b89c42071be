/**
 * Creates a namespace whose code loads when one of its methods is first called. Those methods
 * return promises, so a host cannot tell the difference. Methods that have to answer at once are
 * passed as `here`.
 */
export const lazyNamespace = <Namespace extends object>(
  load: () => Promise<Namespace>,
  here: Partial<Namespace> = {},
  path: string[] = [],
): Namespace =>
  new Proxy((() => {}) as unknown as Namespace, {
    // to code that awaits, prints or serializes a client, as React does in development, this looks
    // like an ordinary function, so such code calls no method
    get: (target, key) =>
      here[key as keyof Namespace] ??
      (key in target || typeof key === 'symbol' || /^(then|toJSON)$/.test(key)
        ? target[key as keyof Namespace]
        : lazyNamespace(load, {}, [...path, key])),
    apply: async (_, __, args: unknown[]) => {
      let part: unknown = await load()
      for (const key of path) part = (part as Record<string, unknown>)[key]
      return (part as (...args: unknown[]) => unknown)(...args)
    },
  })
