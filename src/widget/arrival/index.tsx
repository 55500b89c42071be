import type { SessionDuration } from '../../api/entities.ts'
import { authenticateByUrl as spend, type UrlOutcome } from '../../client/authenticateByUrl.ts'
import type { ConsumerClient } from '../../client/ConsumerClient.ts'
import { inner } from '../../client/core.ts'
import type { ScreenSet } from '../../ui/map.ts'
import { namespaceChunks } from '../chunks.ts'
import { Arrival } from './Arrival.tsx'
import { Failed } from './Failed.tsx'
import { Success } from './Success.tsx'

export { logInByReset } from '../../client/authenticateByUrl.ts'

/** Whose call spends a token of each kind. */
const homes = { magic_links: 'magicLinks', oauth: 'oauth', impersonation: 'impersonation' } as const

/** The client's own, with the code of its call fetched before the token leaves the address. */
export const authenticateByUrl = (client: ConsumerClient, options?: SessionDuration): Promise<UrlOutcome> =>
  spend(client, options, async (tokenType) => {
    const core = client[inner]
    await namespaceChunks[homes[tokenType as keyof typeof homes]].load()
    await (await core.engine()).proofKeys()
  })

export const screens = { Arrival, Success, Error: Failed } satisfies ScreenSet
