import { LatchkeyClient } from '/embed/widget.js'

/** What an app can do with each scope, in words. Changes can be left out. */
const words = [
  { text: 'See who you are', scopes: ['openid', 'profile', 'email'] },
  { text: 'Stay allowed until you remove it', scopes: ['offline_access'] },
  { text: 'Read your notes', scopes: ['notes:read'] },
  { text: 'Add notes', scopes: ['notes:write'], selectable: true },
]

const client = new LatchkeyClient({ backend: '/auth' })
client.mountIdentityProvider({
  elementId: '#consent',
  callbacks: {
    // The app wants a newer log-in (`max_age`, `prompt=login`): this page has the form when nobody
    // is signed in.
    async onError({ code, error_type }) {
      if (code !== 'no_current_session' || error_type === 'login_required') return
      await client.session.revoke()
      location.reload()
    },
  },
  getIDPConsentManifest: ({ scopes: asked }) =>
    words
      .map((item) => ({ ...item, scopes: item.scopes.filter((scope) => asked.includes(scope)) }))
      .filter(({ scopes }) => scopes.length > 0),
})
