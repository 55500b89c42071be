/**
 * A host's page for consent, as a host writes it: the consent screen, and in its place the log-in widget for as long as nobody is signed in. The app's request
 * stays in the address all the while, also over a link that is opened from a mail, so the visitor comes back to it.
 */
import type { LatchkeyClient, LoginConfig, Mounted, StyleConfig } from '../../index.ts'

/** As the page around it. */
const styles: StyleConfig = { colorScheme: 'auto' }

/** Shows in `element` what the visitor has to do. */
export function serve(client: LatchkeyClient, element: Element) {
  let shown: Mounted<never> | undefined
  const show = (next: Mounted<never>) => {
    shown = next
  }

  const askForConsent = () => {
    shown?.unmount()
    show(
      client.mountIdentityProvider({
        elementId: element,
        styles,
        callbacks: {
          onError: (error) => {
            const { code, error_type } = error as { code?: string; error_type?: string }
            // an app that says `prompt=none` wants nobody to be asked
            if (code === 'no_current_session' && error_type !== 'login_required') logIn()
          },
        },
      }),
    )
  }

  const logIn = () => {
    shown?.unmount()
    // a link of a mail leads back to this very request
    const here = location.href
    const config: LoginConfig = {
      products: ['emailMagicLinks', 'otp'],
      otpOptions: { methods: ['sms'] },
      emailMagicLinksOptions: { loginRedirectURL: here, signupRedirectURL: here },
    }
    show(client.mountLogin({ elementId: element, config, styles, authenticateByUrl: true }))
    const unsubscribe = client.onStateChange(({ session }) => {
      if (!session) return
      unsubscribe()
      askForConsent()
    })
  }

  if (client.parseAuthenticateUrl()) logIn()
  else askForConsent()
}
