/**
 * What replaces each entry of the provider's packages, and what has no counterpart. The
 * targets are the drop-in entries, because there everything that a host has written keeps its name.
 */

export const words = (text: string): string[] => text.trim().split(/\s+/)

/**
 * The packages with the provider's SDK for browsers. `stytch`, for servers, is none of them and
 * stays.
 */
export const providerPackages = ['@stytch/vanilla-js', '@stytch/react', '@stytch/nextjs', '@stytch/core', '@stytch/js']

/**
 * Matches the name of an entry of one of those packages, and where its name begins in a longer
 * text.
 */
export const providerEntry = /@stytch\/(?:vanilla-js|react|nextjs|core|js)(?![\w-])(?:\/[\w./-]+)?/

/**
 * Matches everything by which a text can name the provider's SDK: an entry, also in a pattern, the
 * scope of its packages, and the host of its scripts.
 */
export const mention = new RegExp(
  `${providerEntry.source}|@stytch\\\\/(?:vanilla-js|react|nextjs|core|js)(?![\\w-])|(?<!\\./)@stytch(?:\\\\?/)?(?![\\w/\\\\-]|\\.\\w)|js\\.stytch\\.com`,
  'g',
)

export const mentions = (text: string): boolean => text.search(mention) >= 0

/** Returns the provider's packages that a text names. */
export const packagesIn = (text: string): string[] =>
  [...text.matchAll(mention)].flatMap(([name]) => (/^@stytch\/\w/.test(name) ? [packageOf(name)] : []))

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

/**
 * Returns the entry that a file in the provider's packages belongs to, such as `@stytch/react/ui`
 * for `@stytch/react/dist/index.ui`, or that its internal packages are behind. Only its names say
 * whether there is a counterpart. Undefined if it is an entry itself.
 */
export const entryBehind = (entry: string): string | undefined => {
  if (/^@stytch\/core(\/public|\/dist(\/public)?(\/index(\.esm)?(\.d)?(\.\w+)?)?)?$/.test(entry)) return '@stytch/vanilla-js'
  const [, name, path] = /^(@stytch\/(?:vanilla-js|react|nextjs))\/dist\/(?:(?:esm|cjs|types)(?:-dev)?\/)?(.*)$/.exec(entry) ?? []
  if (!name) return undefined
  const index = /^(b2b\/|adminPortal\/)?index(?:\.(ui|headless))?(?:\.(?:esm|umd))?(?:\.min|\.d)?(?:\.[cm]?[jt]s)?$/.exec(path!)
  if (!index) return undefined
  const [, folder, part] = index
  const parts = [
    name,
    folder?.startsWith('admin') ? 'b2b/adminPortal' : folder?.slice(0, -1),
    part === 'ui' && name === '@stytch/vanilla-js' ? '' : part,
  ]
  return parts.filter(Boolean).join('/')
}

/**
 * An address of a package of npm, on a network that serves all of them: where it is, and the entry
 * that it names.
 */
const cdnAddress =
  /^(https:\/\/(?:www\.)?(?:esm\.sh|cdn\.jsdelivr\.net\/npm|unpkg\.com)\/)(@stytch\/[\w-]+)(?:@[^/?#]*)?(\/[^?#]*)?([?#].*)?$/

/** Returns the entry of the provider that an address on such a network names. */
export const entryAt = (address: string): string | undefined => {
  const [, , name, path = ''] = cdnAddress.exec(address) ?? []
  if (!name) return undefined
  const entry = name + path.replace(/\/(\+esm)?$/, '')
  return entryBehind(entry) ?? entry
}

/**
 * Returns the address of the counterpart on the same network, as a module; undefined if a page
 * cannot load it from there.
 */
export const addressOf = (address: string, target: string, version: string): string | undefined => {
  const [, network] = cdnAddress.exec(address) ?? []
  const path = target.slice('latchkey'.length)
  if (network?.endsWith('esm.sh/')) return `${network}latchkey@${version}${path}`
  // there, nobody resolves what the file imports of React
  return network && target !== 'latchkey/compat/react' ? `${network}latchkey@${version}/dist${path}/index.js` : undefined
}

/**
 * Returns whether an entry of the provider is for organizations and has no counterpart, so that
 * clients and types of its files are the provider's.
 */
export const keepsOrganizations = (entry: string): boolean => /b2b|adminPortal/i.test(entry) && !targets[entryBehind(entry) ?? entry]

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
    return "It is internal to the provider's SDK, and not every name has a counterpart. Import those of `latchkey/compat` from there."
  if (/messages/.test(entry)) return 'Import a language of `latchkey/strings` instead (docs/guides/languages.md).'
  return 'Latchkey has no counterpart of this entry.'
}

const reasons: Record<string, string> = {
  'Latchkey shows its own icons. Remove it.': 'iconsBlack iconsWhite',
  'Latchkey has no screens for organizations, so it has no such type.': `
    B2BEmailMagicLinksOptions B2BEmailOTPOptions B2BOAuthOptions B2BOAuthProviderConfig B2BPasswordOptions B2BSMSOTPOptions
    B2BSSOOptions DirectLoginForSingleMembershipConfig StytchB2BUIConfig
  `,
  "It belongs to the provider's SDK for apps.": `
    RNUIEmailMagicLinksOptions RNUIOAuthOptions RNUIOTPOptions RNUIPasswordOptions RNUIProductConfig
    BiometricsAuthenticateCompleteResponse BiometricsAuthenticateOptions BiometricsAuthenticateStartResponse BiometricsDeleteResponse
    BiometricsGetSensorResponse BiometricsRegisterCompleteResponse BiometricsRegisterOptions BiometricsRegisterStartResponse
    BiometryType IHeadlessBiometricsClient IRNHeadlessOAuthClient IRNOAuthProvider OAuthStartFailureReason RNOAuthGetURLOptions
  `,
  'A passkey is one call in Latchkey. Use the type of `webauthn.register` or `webauthn.authenticate`.': `
    WebAuthnAuthenticateStartResponse WebAuthnRegisterStartResponse
  `,
}

/**
 * Why each exported name of the provider that no drop-in entry has is missing, and what a host can
 * do.
 */
export const missingNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(reasons).flatMap(([reason, names]) => words(names).map((name) => [name, reason])),
)

/** The types that exist only for the provider's screens for organizations. */
export const typesOfOrganizationScreens: ReadonlySet<string> = new Set(
  words(reasons['Latchkey has no screens for organizations, so it has no such type.']!),
)

/**
 * What only the clients of `latchkey/compat` do, and those of `latchkey/compat/react` do not: they
 * mount screens.
 */
export const mountsScreens = /\bmount(?:Login|ResetPassword|PasskeyRegistration|IdentityProvider)\b/

/**
 * Returns whether a name is one of clients, whose screens may be mounted wherever they are
 * imported.
 */
export const isClientName = (name: string): boolean => /^(Stytch\w*Client|createStytch\w*Client|mount\w+)$/.test(name)

/** Why each option that has no counterpart is left, by its path from `presentation` or `config`. */
export const missingOptions: Readonly<Record<string, string>> = {
  'presentation.icons': 'Latchkey shows its own icons. Remove it.',
  'presentation.options.icons': 'Latchkey shows its own icons. Remove it.',
  'presentation.options.inputIdSuffix':
    'The ids of fields have no suffix: the first widget of a page has the plain ones, such as email-input.',
}
