/**
 * The options of a client and the props of each widget as schemas.
 * `test/entries/development/optionSchemas.ts` checks that their keys and types are those of the
 * interfaces. Only for development: no visitor downloads this.
 */
import * as v from 'valibot'
import { PRODUCTS } from '../../widget/loading.ts'

const text = v.optional(v.string())
const yesNo = v.optional(v.boolean())
const minutes = v.optional(
  v.pipe(v.number('a number of minutes'), v.finite('a finite number of minutes'), v.minValue(1, 'at least 1 minute')),
)
/** As `URL.parse`, which older browsers lack. */
const parsed = (value: string, base?: string) => {
  try {
    return new URL(value, base)
  } catch {
    return undefined
  }
}
const address = v.optional(
  v.pipe(
    v.string(),
    v.check((value) => !!parsed(value), 'an absolute URL, such as https://example.com/in'),
  ),
)
const link = v.optional(
  v.pipe(
    v.string(),
    v.check(
      (value) => /^https?:$/.test(parsed(value, 'https://example.com')?.protocol || 'https:'),
      'an http(s) URL, or one relative to the page',
    ),
  ),
)
const anyFunction = v.optional(v.function())

const oneOf = <const Names extends readonly string[]>(...names: Names) =>
  v.picklist(names, `one of ${names.map((name) => `'${name}'`).join(', ')}`)

/** The parts of the account screen. */
const sections = ['emails', 'phoneNumbers', 'passkeys', 'authenticatorApp', 'providers', 'wallets', 'connectedApps'] as const

export const config = v.strictObject({
  products: v.optional(v.array(oneOf(...PRODUCTS))),
  emailMagicLinksOptions: v.optional(
    v.strictObject({
      loginRedirectURL: address,
      loginExpirationMinutes: minutes,
      signupRedirectURL: address,
      signupExpirationMinutes: minutes,
      loginTemplateId: text,
      signupTemplateId: text,
      createUserAsPending: yesNo,
      domainHint: text,
      locale: text,
    }),
  ),
  otpOptions: v.optional(
    v.strictObject({
      methods: v.optional(v.array(oneOf('sms', 'whatsapp', 'email'))),
      expirationMinutes: minutes,
      loginTemplateId: text,
      signupTemplateId: text,
      locale: text,
    }),
  ),
  passwordOptions: v.optional(
    v.strictObject({
      loginRedirectURL: address,
      loginExpirationMinutes: minutes,
      resetPasswordRedirectURL: address,
      resetPasswordExpirationMinutes: minutes,
      resetPasswordTemplateId: text,
      locale: text,
    }),
  ),
  passkeyOptions: v.optional(v.strictObject({ domain: text, upgrade: yesNo })),
  oauthOptions: v.optional(
    v.strictObject({
      providers: v.array(
        v.strictObject({
          type: v.string(),
          name: text,
          logoUrl: text,
          custom_scopes: v.optional(v.array(v.string())),
          provider_params: v.optional(v.record(v.string(), v.string())),
          one_tap: yesNo,
          position: v.optional(oneOf('embedded', 'floating', 'embeddedOnly', 'floatingOrEmbedded', 'forceLegacyEmbedded')),
          cancel_on_tap_outside: yesNo,
        }),
      ),
      loginRedirectURL: address,
      signupRedirectURL: address,
    }),
  ),
  sessionOptions: v.optional(
    v.strictObject({
      // the provider's own limits
      sessionDurationMinutes: v.optional(
        v.pipe(v.number('a number of minutes'), v.minValue(5, 'at least 5 minutes'), v.maxValue(525_600, 'at most 525600 minutes')),
      ),
    }),
  ),
  legal: v.optional(v.strictObject({ termsURL: link, privacyURL: link })),
  prefill: v.optional(v.strictObject({ email: text, phone: text })),
  successURL: link,
  enableShadowDOM: yesNo,
  rememberLastMethod: yesNo,
})

const button = v.optional(v.strictObject({ backgroundColor: text, textColor: text, borderColor: text, borderRadius: text }))

export const styles = v.strictObject({
  colorScheme: v.optional(oneOf('light', 'dark', 'auto')),
  fontFamily: text,
  container: v.optional(v.strictObject({ backgroundColor: text, borderColor: text, borderRadius: text, width: text, shadow: text })),
  colors: v.optional(v.strictObject({ primary: text, accent: text, secondary: text, success: text, warning: text, error: text })),
  buttons: v.optional(v.strictObject({ primary: button, secondary: button, disabled: button, social: v.optional(oneOf('list', 'grid')) })),
  inputs: v.optional(
    v.strictObject({ backgroundColor: text, textColor: text, placeholderColor: text, borderColor: text, borderRadius: text }),
  ),
  hideHeaderText: yesNo,
  logo: v.optional(v.strictObject({ logoImageUrl: text, alt: text })),
})

const widget = {
  styles: v.optional(styles),
  language: v.optional(
    v.union([v.string(), v.strictObject({ lang: v.string(), load: v.function() })], 'a language of latchkey/strings, such as frLazy'),
  ),
  strings: v.optional(v.record(v.string(), v.string())),
  callbacks: v.optional(v.strictObject({ onEvent: anyFunction, onError: anyFunction })),
}

const authenticateByUrl = v.optional(v.union([v.boolean(), v.literal('press')], "true, false or 'press'"))

/** The props of each widget, by its mount method. The mount method itself checks `elementId`. */
export const props = {
  mountLogin: v.strictObject({ ...widget, config: v.optional(config), authenticateByUrl }),
  mountResetPassword: v.strictObject({ ...widget, config: v.optional(config), passwordResetToken: v.string(), authenticateByUrl }),
  mountPasskeyRegistration: v.strictObject({ ...widget, config: v.optional(config) }),
  mountSecondFactor: v.strictObject({
    ...widget,
    config: v.optional(config),
    methods: v.optional(v.array(oneOf('totp', 'sms', 'recoveryCode'))),
  }),
  mountAccount: v.strictObject({ ...widget, config: v.optional(config), sections: v.optional(v.array(oneOf(...sections))) }),
  mountIdentityProvider: v.strictObject({
    ...widget,
    getIDPConsentManifest: anyFunction,
    authTokenParams: v.optional(v.strictObject({ trustedAuthToken: v.string(), tokenProfileID: v.string() })),
  }),
}

const common = {
  keepSessionAlive: yesNo,
  nonce: text,
  timeout: v.optional(v.pipe(v.number('a number of milliseconds'), v.minValue(0, 'at least 0 ms, which is no limit'))),
}

export const backendOptions = v.strictObject({
  backend: v.pipe(
    v.string(),
    v.check((value) => /^(\/(?!\/)|https?:\/\/)/.test(value), 'a path of your own site, such as /auth, or an http(s) URL'),
  ),
  ...common,
})

export const options = v.strictObject({
  customBaseUrl: address,
  endpointOptions: v.optional(v.strictObject({ apiDomain: text, testApiDomain: text, dfppaDomain: text, dfpCdnDomain: text })),
  endpoints: v.optional(
    v.strictObject({
      liveAPIURL: address,
      testAPIURL: address,
      dfpBackendURL: address,
      clientsideServicesIframeURL: address,
      recaptchaURL: address,
      googleURL: address,
    }),
  ),
  dfppaUrl: address,
  dfpCdnUrl: address,
  cookieOptions: v.optional(
    v.strictObject({
      opaqueTokenCookieName: text,
      jwtCookieName: text,
      istCookieName: text,
      path: text,
      availableToSubdomains: yesNo,
      domain: text,
    }),
  ),
  ...common,
})
