import { hostChecks } from '../api/hostChecks.ts'
import { LatchkeySDKUsageError } from '../api/usageError.ts'

export const destroyed = (method: string): Error => new LatchkeySDKUsageError(method, 'This client was destroyed. Make another one.')

/** The product that a call is for, by the first part of its path. */
const productOf: Record<string, string> = {
  __proto__: null!,
  magic_links: 'emailMagicLinks',
  otps: 'otp',
  passwords: 'passwords',
  oauth: 'oauth',
  webauthn: 'passkeys',
  crypto_wallets: 'crypto',
}

/**
 * The console's warnings about a client that is set up wrongly. False in a build without
 * {@link hostChecks}.
 */
export const warnings = hostChecks && {
  /** A page has a second client for a public token. */
  secondClient: (backend: unknown): string =>
    `More than one client for this ${backend ? 'backend' : 'public token'} is on the page. Make one, and share it.`,

  /** Options of the provider beside a `backend`. */
  useless: (names: unknown): string =>
    `With a backend, there is no project at the provider: ${(names as string[]).join(', ')} ${(names as string[]).length > 1 ? 'have' : 'has'} no effect. ` +
    "Name one or the other, for example new LatchkeyClient({ backend: '/auth' }).",

  /** The backend does not answer a call. */
  unknownRoute: (route: unknown): string => {
    const [, path = ''] = /\/(\w+)/.exec(`${route}`) || []
    const product = productOf[path]
    return (
      `The backend does not have ${route}` +
      (product ? `, so '${product}' cannot work. Take it out of config.products, or let the backend answer this call.` : '.')
    )
  },

  /** The public token is not one. */
  token: (publicToken: unknown): string =>
    `The public token must be a string that starts with 'public-token-', but it is ${JSON.stringify(publicToken)}. ` +
    "You find it in your provider's dashboard, under API keys. A client for your own server has a backend instead: new LatchkeyClient({ backend: '/auth' }).",

  /** What the host names in an option is neither a domain nor a URL. */
  domain: (domain: unknown): string =>
    `Unable to use custom API domain ${typeof domain === 'string' ? `'${domain}'` : `of type ${typeof domain}`}: it is not a valid domain. The default host is used.`,

  /**
   * The token is of a project of organizations and the client is for users, or the other way
   * around, so nothing will work.
   */
  vertical: (vertical: unknown): string => {
    const [project, client] = vertical === 'B2B' ? ['B2B', 'consumer'] : ['consumer', 'B2B']
    return `This public token is of a ${project} project, and this client is for ${client} projects. Use the other client, or check the token.`
  },
}
