/**
 * The consent page, written as a host would write it: it shows the consent screen, or the log-in
 * widget until the visitor is signed in. The app's request stays in the URL the whole time, even if
 * the visitor logs in with a link from an email, so they return to it.
 */
import { tools } from '../agent/tools.ts'
import { enPlain } from '../../../strings/en-plain.ts'
import type { IdentityProviderProps, LatchkeyClient, LoginConfig, Mounted, StyleConfig } from '../../../entries/index.ts'

/** Light or dark, like the page around it. */
const styles: StyleConfig = { colorScheme: 'auto' }

/**
 * Shows the log-in widget in `element`. The link in the email leads back to this URL, with the
 * app's request if there is one.
 */
export const showLogIn = (client: LatchkeyClient, element: Element) => {
  const here = location.href
  const config: LoginConfig = {
    products: ['emailMagicLinks', 'otp'],
    otpOptions: { methods: ['sms'] },
    emailMagicLinksOptions: { loginRedirectURL: here, signupRedirectURL: here },
    // whom the app expects (OpenID Connect Core, section 3.1.2.1)
    prefill: { email: new URLSearchParams(location.search).get('login_hint') ?? undefined },
  }
  return client.mountLogin({ elementId: element, config, styles, strings: enPlain, authenticateByUrl: true })
}

/** Shows the apps that the visitor, who is signed in, has let in, and what else belongs to them. */
export const showApps = (client: LatchkeyClient, element: Element) =>
  client.mountAccount({ elementId: element, sections: ['connectedApps', 'emails', 'phoneNumbers'], styles, strings: enPlain })

/** What a visitor reads who is asked for tools: each can be left out. */
const choiceOfTools: IdentityProviderProps['getIDPConsentManifest'] = ({ scopes }) =>
  scopes.map((scope) => ({
    text: tools.find((tool) => tool.scope === scope)?.permission ?? scope,
    scopes: [scope],
    selectable: true,
  }))

/** Shows the consent screen in `element`, or the log-in widget first if no visitor is signed in. */
export function showConsentOrLogIn(client: LatchkeyClient, element: Element) {
  let screen: Mounted<never> | undefined
  const show = (next: Mounted<never>) => {
    screen = next
  }

  const askForConsent = () => {
    screen?.unmount()
    show(
      client.mountIdentityProvider({
        elementId: element,
        styles,
        strings: enPlain,
        // only agents name the server whose tools they want (RFC 8707); the lists of other apps are
        // the widget's own
        getIDPConsentManifest: new URLSearchParams(location.search).has('resource') ? choiceOfTools : undefined,
        callbacks: {
          onError: (error) => {
            const { code, error_type } = error as { code?: string; error_type?: string }
            // With `prompt=none` the app expects an error and not a log-in.
            if (code === 'no_current_session' && error_type !== 'login_required') logIn()
          },
        },
      }),
    )
  }

  const logIn = () => {
    screen?.unmount()
    show(showLogIn(client, element))
    const unsubscribe = client.onStateChange(({ session }) => {
      if (!session) return
      unsubscribe()
      askForConsent()
    })
  }

  if (client.parseAuthenticateUrl()) logIn()
  else askForConsent()
}
