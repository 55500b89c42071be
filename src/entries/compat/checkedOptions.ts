import type { ClientOptions } from '../../client/options.ts'
import { StytchSDKUsageError } from './providerErrors.ts'

const kinds: Record<string, 'string' | 'boolean'> = {
  keepSessionAlive: 'boolean',
  'cookieOptions.opaqueTokenCookieName': 'string',
  'cookieOptions.jwtCookieName': 'string',
  'cookieOptions.istCookieName': 'string',
  'cookieOptions.path': 'string',
  'cookieOptions.domain': 'string',
}

/**
 * Returns the options of a client of the class `name`.
 * @throws StytchSDKUsageError that names every option of the wrong kind; null counts as absent
 */
export const checkedOptions = (name: string, options: ClientOptions | null | undefined): ClientOptions | undefined => {
  const wrong = Object.entries(kinds).flatMap(([path, kind]) => {
    const value = path.split('.').reduce<unknown>((at, key) => {
      const of = at as Record<string, unknown> | null | undefined
      return typeof of === 'object' && of && Object.hasOwn(of, key) ? of[key] : undefined
    }, options)
    return value == null || typeof value === kind ? [] : [`${path} must be a ${kind}.`]
  })
  if (wrong[0]) throw new StytchSDKUsageError(name, wrong.join('\n'))
  return options ?? undefined
}
