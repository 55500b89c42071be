import type { CallRules } from '../api/call.ts'
import { hostChecks } from '../api/hostChecks.ts'
import { fits, type AnyShape } from '../api/shape.ts'
import { LatchkeySDKUsageError } from '../api/usageError.ts'

const shapes: Record<string, AnyShape> = { array: ['string'], object: {} }
const words: Record<string, string> = { array: 'an array of strings', object: 'an object' }

/** The rules that a host's arguments have to keep: those of a call, and where it is sent to. */
export type UsageRules = CallRules & { route?: string }

/** Whether a value can be a segment of a path. A browser takes `.` and `..` out of an address (URL, section 4.4), which would then be that of another call. */
const isSegment = (value: unknown) => typeof value === 'string' && !/^\.{0,2}$|[\ud800-\udfff]/u.test(value)

/** Refuses the first field that is not of its kind. */
const checkKinds = (needs: NonNullable<UsageRules['needs']>, own: Record<string, unknown>, refuse: (what: string) => void) => {
  for (const [name, field] of Object.entries(needs)) {
    const [spelled, label] = typeof field === 'string' ? [field, name] : field
    const kind = spelled.replace('?', '')
    const value = own[name]
    // JSON has no NaN and no Infinity: they would be sent as null
    const isGood = fits(value, shapes[kind] || (kind as 'string')) && (kind !== 'number' || Number.isFinite(value))
    if (!(value == null ? kind !== spelled : isGood)) refuse(`${label} must be ${words[kind] || 'a ' + kind}.`)
  }
}

/**
 * Checks what a host has given to a method, and answers its own fields without those that are null: null is as good as absent. `params` fill the `:name`s of the route.
 * @param brand what stands before the method in a message, but for `startOAuthFlow`, which the provider's SDK names bare
 * @throws the usage error of the first field that is not of its kind, or of the first of `params` that is no segment; the latter in every build, as it protects the visitor, by
 * the name of the route where those of methods are left out
 */
export function checkUsage<Given>(
  brand: string,
  { method = '', needs = {}, route = '' }: UsageRules,
  given: Given,
  params: Record<string, unknown> = {},
): Given {
  const refuse = (what: string) => {
    throw new LatchkeySDKUsageError(!hostChecks ? route : method.includes('.') ? `${brand}.${method}` : method, what)
  }
  // its own fields, as a page may have put others into Object.prototype
  const own: Record<string, unknown> = { __proto__: null, ...given }
  if (hostChecks) checkKinds(needs, own, refuse)
  for (const [, name] of route.matchAll(/\/:(\w+)/g)) {
    if (!isSegment(params[name!])) refuse(`${name} must be a string other than '', '.' and '..'.`)
  }
  for (const name in own) if (own[name] === null) delete own[name]
  return given && (own as Given)
}
