import { naming } from '../api/errors.ts'
import type { Brand } from '../client/options.ts'

// In the drop-in entries messages and error names are the provider's (row 38), as a host that branches on them expects.
naming.prefix = 'Stytch'

export const brand = (client: string): Brand => ({ client, prefix: '[Stytch]', method: 'stytch' })
