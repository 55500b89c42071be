// JavaScript without types, with `require`, and a widget that loads when it is needed
const { Products, OTPMethods } = require('@stytch/vanilla-js')
const { describe } = require('./describe')

const app = /** @type {HTMLElement} */ (document.querySelector('#app'))

const open = async () => {
  const { StytchUIClient } = await import('@stytch/vanilla-js')
  const client = new StytchUIClient('public-token-test-commonjs')
  client.onStateChange(() => {
    const user = client.user.getSync()
    if (user) app.textContent = describe(user)
  })
  client.mountLogin({
    elementId: '#app',
    config: { products: [Products.otp], otpOptions: { methods: [OTPMethods.Email], expirationMinutes: 5 } },
  })
}

void open()
