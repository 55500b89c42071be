import { hostChecks } from '../api/hostChecks.ts'
import { LatchkeySDKUsageError } from '../api/usageError.ts'

/** When a client that was destroyed is asked for something. */
export const destroyed = (method: string): Error => new LatchkeySDKUsageError(method, 'This client was destroyed. Make another one.')

/** What a host may have set up wrongly, in words for the console; nothing in a build without {@link hostChecks}. */
export const faults = hostChecks && {
  /** A page has more clients for a token than it needs. */
  secondClient: () => 'More than one client for this public token is on the page. Make one, and share it.',

  /** What is given as a public token is none. */
  token: (publicToken: unknown): string =>
    `The public token must be a string that starts with 'public-token-', but it is ${JSON.stringify(publicToken)}. ` +
    "You find your project's in the dashboard of your provider, under API keys.",

  /** A custom domain is not used. */
  domain: (domain: unknown): string => `Unable to use custom API domain '${domain}': it is not a valid domain. The default host is used.`,

  /** Nothing will work: the token's project has organizations and the client is for consumers, or the other way around. */
  vertical: (vertical: 'CONSUMER' | 'B2B'): string =>
    vertical === 'B2B'
      ? 'This public token is of a B2B project, and this client is for consumer projects. Use the client for B2B projects, or check the token.'
      : 'This public token is of a consumer project, and this client is for B2B projects. Use the client for consumer projects, or check the token.',
}

/** {@link faults}, where they are. */
export type Faults = Exclude<typeof faults, false>
