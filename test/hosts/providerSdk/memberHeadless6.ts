/** The provider's SDK 6 for members of organizations, without screens. */
import { StytchB2BClient } from 'provider-6/b2b/headless'
import { arrangement, startPage } from './page.ts'
import { optionsFor } from './options.ts'

startPage({ client: new StytchB2BClient(...optionsFor(arrangement().api)), mount: {} })
