import type { LoginConfig, Product } from './config.ts'

/** `session_duration_minutes` where the host names none (spec section 9). */
const DEFAULT_MINUTES = 30

/** `products` where the host names none (spec section 3). */
export const DEFAULT_PRODUCTS: readonly Product[] = ['emailMagicLinks']

/** `session_duration_minutes` of every call that signs in. */
export const minutesOf = (config?: LoginConfig): number => config?.sessionOptions?.sessionDurationMinutes ?? DEFAULT_MINUTES
