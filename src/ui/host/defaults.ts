import { amount } from '../../api/kinds.ts'
import type { LoginConfig, Product } from './config.ts'

/** The default of `session_duration_minutes`. */
const DEFAULT_MINUTES = 30

/** The default of `products`. */
export const DEFAULT_PRODUCTS: readonly Product[] = ['emailMagicLinks']

/** `session_duration_minutes` of every call that signs in. */
export const minutesOf = (config?: LoginConfig): number => amount(config?.sessionOptions?.sessionDurationMinutes) ?? DEFAULT_MINUTES
