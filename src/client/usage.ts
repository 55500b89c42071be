import type { CallRules } from '../api/call.ts'
import { LatchkeySDKUsageError } from '../api/usageError.ts'
import { fits } from './failure.ts'

const words: Record<string, string> = { array: 'an array of strings', object: 'an object' }

/**
 * Checks what a host has given to a method, and answers it without the fields that are null: null is as good as absent.
 * @param brand what stands before the method in a message, but for `startOAuthFlow`, which the provider's SDK names bare
 * @throws the usage error of the first field that is not of its kind
 */
export function checkUsage<Given>(brand: string, { method = '', needs = {} }: CallRules, given: Given): Given {
  for (const [name, field] of Object.entries(needs)) {
    const [spelled, label] = typeof field === 'string' ? [field, name] : field
    const kind = spelled.replace('?', '')
    const value = (given as Record<string, unknown> | null | undefined)?.[name]
    // JSON has no NaN and no Infinity: they would be sent as null
    if (value == null ? kind !== spelled : fits(value, kind) && (kind !== 'number' || Number.isFinite(value))) continue
    throw new LatchkeySDKUsageError(method.includes('.') ? `${brand}.${method}` : method, `${label} must be ${words[kind] || 'a ' + kind}.`)
  }
  return given && (Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as Given)
}
