import * as stytch from '@stytch/vanilla-js'
import { createStytchClient, type StytchClient } from '@stytch/vanilla-js/headless'
import { methods } from './methods'

customElements.define('stytch-ui', stytch.StytchUI)

const app = document.querySelector('#app')!
const client: StytchClient = createStytchClient('public-token-test-elements')

client.onStateChange(({ user }) => {
  if (user) app.textContent = `Hello ${user.emails[0]?.email}`
})

const element = new stytch.StytchUI()
app.append(element)
element.render({
  client,
  config: { products: methods, otpOptions: { methods: ['email'], expirationMinutes: 5 } },
  presentation: { theme: [stytch.defaultTheme, { ...stytch.defaultDarkTheme, primary: '#c4b5fd' }] },
})
