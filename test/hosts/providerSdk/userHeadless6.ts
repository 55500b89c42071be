/** The provider's SDK 6 for users, without screens. */
import { StytchClient } from 'provider-6/headless'
import { arrangement, startPage } from './page.ts'
import { optionsFor } from './options.ts'

startPage({ client: new StytchClient(...optionsFor(arrangement().api)), mount: {} })
