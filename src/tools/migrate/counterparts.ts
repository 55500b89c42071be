/** What takes the place of each entry of the provider's packages, and what has no counterpart. The targets are the drop-in entries, because there everything that a host has written keeps its name. */

/** The packages with the provider's SDK for browsers. `stytch`, for servers, is none of them and stays. */
export const providerPackages = ['@stytch/vanilla-js', '@stytch/react', '@stytch/nextjs', '@stytch/core', '@stytch/js']

/** Matches the name of an entry of one of those packages, and where its name begins in a longer text. */
export const providerEntry = /@stytch\/(?:vanilla-js|react|nextjs|core|js)(?![\w-])(?:\/[\w./-]+)?/

/** The package of an entry. */
export const packageOf = (entry: string): string => entry.split('/').slice(0, 2).join('/')

/** The counterpart of each entry of the provider that has one. */
export const targets: Readonly<Record<string, string>> = {
  '@stytch/vanilla-js': 'latchkey/compat',
  '@stytch/vanilla-js/headless': 'latchkey/compat/headless',
  '@stytch/vanilla-js/b2b/headless': 'latchkey/compat/b2b/headless',
  '@stytch/react': 'latchkey/compat/react',
  '@stytch/react/ui': 'latchkey/compat/react',
  '@stytch/react/headless': 'latchkey/compat/react',
  '@stytch/nextjs': 'latchkey/compat/react',
  '@stytch/nextjs/ui': 'latchkey/compat/react',
  '@stytch/nextjs/headless': 'latchkey/compat/react',
}

/** Why an entry has no counterpart, and what a host can do. */
export const reasonFor = (entry: string): string => {
  if (/adminPortal/.test(entry)) return "Latchkey has no admin portal. Keep the provider's package for that page."
  if (/^@stytch\/(react|nextjs)\/b2b/.test(entry))
    return "Latchkey has no components or hooks for organizations. Keep the provider's package here, or build the screens with `latchkey/compat/b2b/headless`."
  if (/b2b/.test(entry))
    return "Latchkey has no screens for organizations. Keep the provider's package here, or build the screens with `latchkey/compat/b2b/headless`."
  if (/\/compat$/.test(entry)) return 'It turns `styles` into `presentation`. Pass your `styles` as they are: the drop-in takes both.'
  if (/\/theme\//.test(entry))
    return 'Latchkey has no such theme. Set the colors in `styles`, or with custom properties (docs/guides/theming.md).'
  if (/^@stytch\/core/.test(entry))
    return "It is internal to the provider's SDK. Import the type from `latchkey/compat` if it has one of this name."
  if (/messages/.test(entry)) return 'Import a language of `latchkey/strings` instead (docs/guides/languages.md).'
  return 'Latchkey has no counterpart of this entry.'
}

const reasons: Record<string, string[]> = {
  'Latchkey shows its own icons. Remove it.': ['iconsBlack', 'iconsWhite', 'IconRegistry'],
  'Latchkey has no such theme. Set the colors in `styles`, or with custom properties (docs/guides/theming.md).': ['shadcnTheme'],
  "Latchkey's elements dispatch no events of this class. Use `callbacks`.": ['StytchDOMEvent'],
  'A domain for passkeys cannot be set. Remove it: the host of the page is used.': ['PasskeyOptions'],
  'Latchkey has no screens for organizations, so it has no such type.': [
    'B2BEmailMagicLinksOptions',
    'B2BEmailOTPOptions',
    'B2BOAuthOptions',
    'B2BOAuthProviderConfig',
    'B2BPasswordOptions',
    'B2BSMSOTPOptions',
    'B2BSSOOptions',
    'DirectLoginForSingleMembershipConfig',
    'StytchB2BUIConfig',
  ],
  "It belongs to the provider's SDK for apps.": [
    'RNUIEmailMagicLinksOptions',
    'RNUIOAuthOptions',
    'RNUIOTPOptions',
    'RNUIPasswordOptions',
    'RNUIProductConfig',
    'BiometricsAuthenticateCompleteResponse',
    'BiometricsAuthenticateOptions',
    'BiometricsAuthenticateStartResponse',
    'BiometricsDeleteResponse',
    'BiometricsGetSensorResponse',
    'BiometricsRegisterCompleteResponse',
    'BiometricsRegisterOptions',
    'BiometricsRegisterStartResponse',
    'BiometryType',
    'IHeadlessBiometricsClient',
    'IRNHeadlessOAuthClient',
    'IRNOAuthProvider',
    'OAuthAttachResponse',
    'OAuthStartFailureReason',
    'RNOAuthGetURLOptions',
  ],
  'A passkey is one call in Latchkey. Use the type of `webauthn.register` or `webauthn.authenticate`.': [
    'WebAuthnAuthenticateStartResponse',
    'WebAuthnRegisterStartResponse',
  ],
}

/** Why each exported name of the provider that no drop-in entry has is missing, and what a host can do. */
export const missingNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(reasons).flatMap(([reason, names]) => names.map((name) => [name, reason])),
)

/** What only `latchkey/compat` has, and `latchkey/compat/react` does not: it mounts screens. */
export const vanillaScreens =
  /\b(mount(Login|ResetPassword|PasskeyRegistration|IdentityProvider)|Stytch(UI|ResetPassword|PasskeyRegistration|IdentityProvider))\b/

/** Why each option that has no counterpart is left, by its path from `presentation` or `config`. */
export const missingOptions: Readonly<Record<string, string>> = {
  'presentation.icons': 'Latchkey shows its own icons. Remove it.',
  'presentation.options.icons': 'Latchkey shows its own icons. Remove it.',
  'config.passkeyOptions': 'A domain for passkeys cannot be set. Remove it: the host of the page is used.',
}

/** The values of a theme that the drop-in takes and does not use. */
export const unusedThemeValues = [
  'font-family-mono',
  'header-font',
  'spacing',
  'mobile-breakpoint',
  'text-base',
  'shadow',
  'shadow-button',
  'shadow-input',
  'transition-duration',
  'muted',
  'accent',
  'accent-foreground',
  'ring',
  'destructive-foreground',
  'warning',
  'tab-background',
  'primary-button-hover',
  'secondary-button-hover',
  'destructive-button-hover',
  'divider-color',
  'focus-ring-shadow',
]
