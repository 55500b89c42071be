import { texts } from './kinds.ts'

/**
 * Stands for options that are absent. It has no prototype, so a property that a script has added to
 * `Object.prototype` is not taken for an option.
 */
export const noProperties: object = { __proto__: null }

/**
 * Returns a deep copy of what a host has passed, with own properties only, because a script may
 * have added others to `Object.prototype`. Leaves out properties that are null or undefined, and
 * `products` that are no names: the first screen depends on them. Functions are not copied.
 */
export const ownProperties = <Given>(value: Given): Given =>
  value && typeof value === 'object'
    ? (Object.entries(value).reduce(
        (copy, [name, value]) => {
          const taking: unknown = name === 'products' ? texts(value) : ownProperties(value)
          if (taking !== undefined) copy[name] = taking
          return copy
        },
        (Array.isArray(value) ? [] : { __proto__: null }) as Record<string, unknown>,
      ) as Given)
    : (value ?? undefined)!

/**
 * Does the same for options whose values stay as they are, null and objects of any class too: only
 * a missing one is never found in `Object.prototype`.
 */
export const ownOptions = <Options extends object>(options: Options | null | undefined): Options =>
  ({ __proto__: null, ...options }) as Options
