import { LatchkeySDKUsageError } from '../api/usageError.ts'

/** When a client that was destroyed is asked for something. */
export const destroyed = (method: string): Error => new LatchkeySDKUsageError(method, 'This client was destroyed. Make another one.')

/** When a page has more clients for a token than it needs. */
export const secondClient = () => 'More than one client for this public token is on the page. Make one, and share it.'

/** What is wrong with a public token, for the console (wire.md 1.2). */
export const tokenFault = (publicToken: unknown): string =>
  `The public token must be a string that starts with 'public-token-', but it is ${JSON.stringify(publicToken)}. ` +
  "You find your project's in the dashboard of your provider, under API keys."

/** Why a custom domain is not used (wire.md 1.2). */
export const domainFault = (domain: unknown): string =>
  `Unable to use custom API domain '${domain}': it is not a valid domain. The default host is used.`
