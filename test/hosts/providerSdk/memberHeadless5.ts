/** The provider's SDK 5 for members of organizations, without screens. */
import { StytchB2BHeadlessClient } from '@stytch/vanilla-js/b2b/headless'
import { arrangement, startPage } from './page.ts'
import { optionsFor } from './options.ts'

startPage({ client: new StytchB2BHeadlessClient(...optionsFor(arrangement().api)), mount: {} })
