/** The provider's SDK 5 for users, without screens. */
import { StytchHeadlessClient } from '@stytch/vanilla-js/headless'
import { arrangement, startPage } from './page.ts'
import { optionsFor } from './options.ts'

startPage({ client: new StytchHeadlessClient(...optionsFor(arrangement().api)), mount: {} })
