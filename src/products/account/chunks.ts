import { chunk } from '../../ui/chunks/chunk.ts'

/** The calls for passkeys, fetched when the visitor creates or renames one. */
export const passkeyCalls = chunk(() => import('../../client/namespaces/webauthn.ts'))
/** Reads the host's manifest, which says what an app may do. The consent screen has it, too. */
export const hostOptionsChunk = chunk(() => import('../shared/hostOptions.ts'))
