import { LatchkeyClient } from '/embed/widget.js'

new LatchkeyClient({ backend: '/auth' }).mountIdentityProvider({ elementId: '#consent' })
