import { chunk } from '../../ui/chunks/chunk.ts'

/** The calls for passkeys, fetched when the visitor creates or renames one. */
export const passkeyCalls = chunk(() => import('../../client/namespaces/webauthn.ts'))
