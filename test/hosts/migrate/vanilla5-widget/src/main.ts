import {
  OTPMethods,
  Products,
  StytchEventType,
  StytchUIClient,
  type Callbacks,
  type StyleConfig,
  type StytchLoginConfig,
  type User,
} from '@stytch/vanilla-js'

const app = document.querySelector('#app')!
const client = new StytchUIClient('public-token-test-vanilla5')

const config: StytchLoginConfig = {
  products: [Products.otp],
  otpOptions: { methods: [OTPMethods.Email], expirationMinutes: 10 },
  sessionOptions: { sessionDurationMinutes: 60 },
}

// the colors of the brand
const styles: StyleConfig = { container: { width: '360px' }, buttons: { primary: { backgroundColor: '#5b21b6' } } }

const greet = (user: User | null) => {
  if (user) app.textContent = `Hello ${user.emails[0]?.email}`
}

const callbacks: Callbacks = {
  onEvent: ({ type }) => {
    if (type === StytchEventType.OTPsAuthenticate) greet(client.user.getSync())
  },
  onError: (error) => console.error(error.message),
}

client.mountLogin({ elementId: '#app', config, styles, callbacks })
