import { LatchkeyClient } from '/embed/widget.js'

export const main = document.querySelector('main')
const { publicToken, baseUrl } = main.dataset
export const client = new LatchkeyClient(publicToken, { customBaseUrl: baseUrl })

/** Shows the log-in form in the page until somebody is signed in. */
export const logIn = (then) => {
  const form = client.mountLogin({ elementId: main, config: { products: ['otp'], otpOptions: { methods: ['email'] } } })
  const stop = client.onStateChange(({ session }) => {
    if (!session) return
    stop()
    form.unmount()
    then()
  })
}
