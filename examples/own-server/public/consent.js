import { LatchkeyClient } from '/embed/widget.js'

/** What an app can do with each scope, in words. Changes can be left out. */
const words = [
  { text: 'See who you are', scopes: ['openid', 'profile', 'email'] },
  { text: 'Stay allowed until you remove it', scopes: ['offline_access'] },
  { text: 'Read your notes', scopes: ['notes:read'] },
  { text: 'Add notes', scopes: ['notes:write'], selectable: true },
]

new LatchkeyClient({ backend: '/auth' }).mountIdentityProvider({
  elementId: '#consent',
  getIDPConsentManifest: ({ scopes: asked }) =>
    words
      .map((item) => ({ ...item, scopes: item.scopes.filter((scope) => asked.includes(scope)) }))
      .filter(({ scopes }) => scopes.length > 0),
})
