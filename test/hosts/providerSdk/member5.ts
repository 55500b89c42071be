/**
 * The provider's SDK 5 for members of organizations, with its screens, which redeem the tokens of
 * links themselves.
 */
import { StytchB2BUIClient } from '@stytch/vanilla-js/b2b'
import { arrangement, startPage } from './page.ts'
import { optionsFor } from './options.ts'

const client = new StytchB2BUIClient(...optionsFor(arrangement().api)) as any
const elementId = '#screen'

startPage({
  client,
  mount: {
    login: (config, callbacks) => client.mount({ elementId, config, callbacks }),
    consent: (callbacks) => client.mountIdentityProvider({ elementId, callbacks }),
  },
})
