/**
 * A namespace whose code arrives with the first call of one of its methods. They answer promises, so a host cannot tell; what is synchronous, or needed at
 * once, is `here` already.
 */
export const later = <Namespace extends object>(load: () => Promise<Namespace>, here: Partial<Namespace> = {}, path: string[] = []): Namespace =>
  new Proxy((() => {}) as unknown as Namespace, {
    // awaiting a namespace must not call it
    get: (_, key) => here[key as keyof Namespace] ?? (key === 'then' ? undefined : later(load, {}, [...path, String(key)])),
    apply: async (_, __, args: unknown[]) => {
      let found: unknown = await load()
      for (const key of path) found = (found as Record<string, unknown>)[key]
      return (found as (...args: unknown[]) => unknown)(...args)
    },
  })
