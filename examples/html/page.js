// For your own site, copy node_modules/latchkey/dist to your server, and import it from there.
import { defineElements, LatchkeyClient } from './node_modules/latchkey/dist/element/index.js'

// In production: your project's public token, and no customBaseUrl.
const client = new LatchkeyClient('public-token-test-example', { customBaseUrl: 'http://localhost:4101' })

const login = document.querySelector('latchkey-login')
const account = document.querySelector('section')

const show = (user) => {
  login.hidden = user !== null
  account.hidden = user === null
  account.querySelector('output').textContent = user?.emails[0].email ?? ''
}

login.client = client
defineElements()
client.user.onChange(show)
show(client.user.getSync())
account.querySelector('button').addEventListener('click', () => client.session.revoke())
