/** The paths of the plugin's endpoints, below those of Better Auth. */
export const ADDRESS_PATH = '/latchkey/address'
export const APPS_PATH = '/latchkey/apps'
export const CONFIRMATION_PATH = '/latchkey/confirmation'
export const LANDING_PATH = '/latchkey/landing'
export const OFFERS_PATH = '/latchkey/offers'

/**
 * The header of what comes through the bridge or `authRoutes`. It is for a warning, and proves
 * nothing.
 */
export const FROM_HEADER = 'x-latchkey'
