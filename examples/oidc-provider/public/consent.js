import { LatchkeyClient } from '/embed/widget.js'

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
})
