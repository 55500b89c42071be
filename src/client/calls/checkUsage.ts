import type { CallRules } from '../../api/call.ts'
import { hostChecks } from '../../api/hostChecks.ts'
import { fits, type AnyShape } from '../../api/shape.ts'
import { LatchkeySDKUsageError } from '../../api/usageError.ts'

const shapes: Record<string, AnyShape> = { array: ['string'], object: {} }
const words: Record<string, string> = { array: 'an array of strings', object: 'an object' }

/** The rules for a host's arguments: those of a call, and its route. */
export type UsageRules = CallRules & { route?: string }

/**
 * Returns whether a value can be a segment of a path. Browsers resolve `.` and `..` in a URL (URL,
 * section 4.4), and the result could be the URL of another call.
 */
const isSegment = (value: unknown) => typeof value === 'string' && !/^\.{0,2}$|[\ud800-\udfff]/u.test(value)

/** Calls `refuse` with a line for each field of the wrong kind. */
const checkKinds = (needs: NonNullable<UsageRules['needs']>, own: Record<string, unknown>, refuse: (what: string) => void) => {
  const wrong: string[] = []
  for (const [name, field] of Object.entries(needs)) {
    const [spelled, label] = typeof field === 'string' ? [field, name] : field
    const kind = spelled.replace('?', '')
    const value = own[name]
    // JSON has no NaN and no Infinity: they would be sent as null
    const isGood = fits(value, shapes[kind] || (kind as 'string')) && (kind !== 'number' || Number.isFinite(value))
    if (!(value == null ? kind !== spelled : isGood)) wrong.push(`${label} must be ${words[kind] || 'a ' + kind}.`)
  }
  if (wrong[0]) refuse(wrong.join('\n'))
}

/**
 * Checks what a host has passed to a method. Returns its own fields, without those that are null:
 * null counts as absent. `params` fill the `:name`s of the route.
 * @param brand what stands before the method's name in a message. `startOAuthFlow` stands alone, as
 * it does in the provider's SDK.
 * @throws a usage error that names all fields of the wrong kind, or the first of `params` that
 * cannot be a segment of a path. The check of segments protects visitors, so every build has it; in
 * builds without the names of methods, the error names the route.
 */
export function checkUsage<Given>(
  brand: string,
  { method = '', needs = {}, route = '' }: UsageRules,
  argument: Given,
  params: Record<string, unknown> = {},
): Given {
  const refuse = (what: string) => {
    throw new LatchkeySDKUsageError(!hostChecks ? route : method.includes('.') ? `${brand}.${method}` : method, what)
  }
  // own fields only: a script of the page may have added others to Object.prototype
  const own: Record<string, unknown> = { __proto__: null, ...argument }
  if (hostChecks) checkKinds(needs, own, refuse)
  for (const [, name] of route.matchAll(/\/:(\w+)/g)) {
    if (!isSegment(params[name!])) refuse(`${name} must be a string other than '', '.' and '..'.`)
  }
  for (const name in own) if (own[name] === null) delete own[name]
  return argument == null ? (undefined as Given) : (own as Given)
}
