/**
 * The options of a client and the props of each widget as schemas. Those of `config` and `styles`
 * follow from their kinds; for the others,
 * `test/entries/development/optionSchemas.ts` checks that their keys and types are those of the
 * interfaces. Only for development: no visitor downloads this.
 */
import * as v from 'valibot'
import type { LoginConfig, StyleConfig } from '../../ui/host/config.ts'
import { configKinds, styleKinds, type ChoiceOption, type Kind, type Kinds } from '../../ui/host/optionKinds.ts'
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
// the provider's own limits
const sessionMinutes = v.optional(
  v.pipe(v.number('a number of minutes'), v.minValue(5, 'at least 5 minutes'), v.maxValue(525_600, 'at most 525600 minutes')),
)
const anyFunction = v.optional(v.function())

const oneOf = <const Names extends readonly string[]>(...names: Names) =>
  v.picklist(names, `one of ${names.map((name) => `'${name}'`).join(', ')}`)

/** The parts of the account screen. */
const sections = ['emails', 'phoneNumbers', 'passkeys', 'authenticatorApp', 'providers', 'wallets', 'connectedApps'] as const

/** The texts and lists of which only some values exist. */
const choices: { [Name in ChoiceOption]: readonly string[] } = {
  products: PRODUCTS,
  methods: ['sms', 'whatsapp', 'email'],
  position: ['embedded', 'floating', 'embeddedOnly', 'floatingOrEmbedded', 'forceLegacyEmbedded'],
  look: ['quartz', 'classic'],
  colorScheme: ['light', 'dark', 'auto'],
  social: ['list', 'grid'],
}

/** Options that are not optional. */
const required = ['providers', 'type']

const schemas: { [Each in Exclude<Kind, 'choice' | 'choices'>]: v.GenericSchema } = {
  flag: yesNo,
  minutes,
  seconds: v.optional(v.pipe(v.number('a number of seconds'), v.finite('a finite number of seconds'), v.minValue(0, 'at least 0 seconds'))),
  text,
  redirect: address,
  link,
  image: text,
  host: text,
  color: text,
  'border-radius': text,
  width: text,
  'font-family': text,
  'box-shadow': text,
  texts: v.optional(v.array(v.string())),
  'texts by name': v.optional(v.record(v.string(), v.string())),
}

const schemaOf = (name: string, kind: Kinds[string]): v.GenericSchema => {
  if (name === 'sessionDurationMinutes') return sessionMinutes
  if (kind === 'choice') return v.optional(oneOf(...choices[name as ChoiceOption]))
  if (kind === 'choices') return v.optional(v.array(oneOf(...choices[name as ChoiceOption])))
  if (typeof kind === 'string') return required.includes(name) ? v.string() : schemas[kind]
  const schema = Array.isArray(kind) ? v.array(objectOf(kind[0])) : objectOf(kind as Kinds)
  return required.includes(name) ? schema : v.optional(schema)
}

const objectOf = (kinds: Kinds) =>
  v.strictObject(Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, schemaOf(name, kind)])))

export const config = objectOf(configKinds) as v.GenericSchema<LoginConfig>

export const styles = objectOf(styleKinds) as v.GenericSchema<StyleConfig>

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
