// A form of the host's own. The classes of errors come from the main entry, the client from the
// smaller one.
import { StytchAPIError } from '@stytch/vanilla-js'
import { StytchHeadlessClient, type OTPsLoginOrCreateResponse } from '@stytch/vanilla-js/headless'

const app = document.querySelector('#app')!
app.innerHTML = `<form><label>Email <input name="email" type="email"></label><label>Code <input name="code"></label><button>Continue</button><p role="alert"></p></form>`
const form = app.querySelector('form')!
const alert = app.querySelector('p')!

const client = new StytchHeadlessClient('public-token-test-headless5')
let sent: OTPsLoginOrCreateResponse | undefined

client.user.onChange((user) => {
  if (user) app.textContent = `Hello ${user.emails[0]?.email}`
})

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const { email, code } = Object.fromEntries(new FormData(form)) as { email: string; code: string }
  try {
    if (!sent) sent = await client.otps.email.loginOrCreate(email, { expiration_minutes: 5 })
    else await client.otps.authenticate(code, sent.method_id, { session_duration_minutes: 60 })
    alert.textContent = ''
  } catch (error) {
    alert.textContent = error instanceof StytchAPIError ? `Refused: ${error.error_type}` : 'Something else went wrong'
  }
})
