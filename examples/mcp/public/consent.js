import { client, logIn, main } from './logIn.js'

/** The app's request is in the URL, and stays there while the visitor logs in. */
function askForConsent() {
  const screen = client.mountIdentityProvider({
    elementId: main,
    callbacks: {
      onError(error) {
        if (error.code !== 'no_current_session' || error.error_type === 'login_required') return
        screen.unmount()
        logIn(askForConsent)
      },
    },
  })
}

askForConsent()
