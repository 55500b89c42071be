import {
  createStytchClient,
  mountLogin,
  OTPMethods,
  Products, // each is an object in version 6
  type Callbacks,
  type PresentationConfig,
  type StytchLoginConfig,
} from '@stytch/vanilla-js'

const app = document.querySelector('#app')!
const client = createStytchClient('public-token-test-presentation')

const config: StytchLoginConfig = {
  products: [Products.otp],
  otpOptions: { methods: [OTPMethods.Email], expirationMinutes: 10 },
}

const presentation: PresentationConfig = {
  theme: { primary: '#5b21b6', 'primary-foreground': '#ffffff', 'container-width': '360px', 'rounded-base': '4px', spacing: '4px' },
  options: { logo: { url: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E', alt: 'Host' } },
}

const callbacks: Callbacks = { onError: ({ message }) => console.error(message) }

client.user.onChange((user) => {
  if (user) app.textContent = `Hello ${user.emails[0]?.email}`
})

mountLogin({ client, elementId: '#app', config, presentation, callbacks, strings: { 'login.title': 'Welcome to the host' } })
