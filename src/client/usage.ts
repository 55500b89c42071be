import type { CallRules } from '../api/call.ts'
import { LatchkeySDKUsageError } from '../api/usageError.ts'
import { fits } from './failure.ts'

const words: Record<string, string> = { array: 'an array of strings', object: 'an object' }

/**
 * Throws the usage error of the first field of `body` that is not of its kind (spec section 5). `brand` is what stands before the method, but for
 * `startOAuthFlow`, which the provider's SDK names bare.
 */
export function checkUsage(brand: string, { method = '', needs = {} }: CallRules, body: unknown): void {
  for (const [name, field] of Object.entries(needs)) {
    const [spelled, label] = typeof field === 'string' ? [field, name] : field
    const kind = spelled.replace('?', '')
    const value = (body as Record<string, unknown> | null | undefined)?.[name]
    if ((value === undefined && kind !== spelled) || fits(value, kind)) continue
    throw new LatchkeySDKUsageError(method.includes('.') ? `${brand}.${method}` : method, `${label} must be ${words[kind] || 'a ' + kind}.`)
  }
}
