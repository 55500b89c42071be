import type { SessionDuration } from '../../api/entities.ts'
import { authenticateByUrl as spend, prepared, type UrlOutcome } from '../../client/authenticateByUrl.ts'
import type { ConsumerClient } from '../../client/ConsumerClient.ts'
import { inner } from '../../client/core.ts'
import type { ScreenSet } from '../../ui/map.ts'
import { emailMagicLinks } from '../chunks.ts'
import { oauthCalls, rest } from '../laterChunks.ts'
import { Arrival } from './Arrival.tsx'
import { Failed } from './Failed.tsx'
import { Success } from './Success.tsx'

export { logInByReset } from '../../client/authenticateByUrl.ts'

/** Where the call is that spends a token of each kind. */
const calls = { magic_links: emailMagicLinks, oauth: oauthCalls, impersonation: rest }

/** The client's own, with the code of its call fetched before the token leaves the address. */
export const authenticateByUrl = (client: ConsumerClient, options?: SessionDuration): Promise<UrlOutcome> =>
  spend(client, options, async (tokenType) => {
    await calls[tokenType as keyof typeof calls].load()
    await prepared(client[inner])
  })

export const screens = { Arrival, Success, Error: Failed } satisfies ScreenSet
