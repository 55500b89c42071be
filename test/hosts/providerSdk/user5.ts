/** The provider's SDK 5 for users, with its screens. */
import { StytchUIClient } from '@stytch/vanilla-js'
import { arrangement, startPage } from './page.ts'
import { optionsFor } from './options.ts'

const client = new StytchUIClient(...optionsFor(arrangement().api)) as any
const elementId = '#screen'

startPage({
  client,
  mount: {
    login: (config, callbacks) => client.mountLogin({ elementId, config, callbacks }),
    reset: (config, callbacks, passwordResetToken) => client.mountResetPassword({ elementId, config, callbacks, passwordResetToken }),
    'passkey registration': (config, callbacks) => client.mountPasskeyRegistration({ elementId, config, callbacks }),
    consent: (callbacks) => client.mountIdentityProvider({ elementId, callbacks }),
  },
  redeem: (kind, token) => (kind === 'oauth' ? client.oauth : client.magicLinks).authenticate(token, { session_duration_minutes: 30 }),
})
