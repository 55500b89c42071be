import { chunk } from '../../ui/chunks/chunk.ts'

// Code that most requests do not need, in chunks of its own.

/** Handles an app's request to log the visitor out. */
export const logOutChunk = chunk(() => import('./logOut/index.tsx'))
/** Carries out the host's options: `authTokenParams` and `getIDPConsentManifest`. */
export const hostOptionsChunk = chunk(() => import('../shared/hostOptions.ts'))
