import { hostChecks } from '../api/hostChecks.ts'
import { LatchkeySDKUsageError } from '../api/usageError.ts'

/** When a client that was destroyed is asked for something. */
export const destroyed = (method: string): Error => new LatchkeySDKUsageError(method, 'This client was destroyed. Make another one.')

/** What a host may have set up wrongly, in words for the console; nothing in a build without {@link hostChecks}. */
export const warnings = hostChecks && {
  /** A page has more clients for a token than it needs. */
  secondClient: (_?: unknown): string => 'More than one client for this public token is on the page. Make one, and share it.',

  /** What is given as a public token is none. */
  token: (publicToken: unknown): string =>
    `The public token must be a string that starts with 'public-token-', but it is ${JSON.stringify(publicToken)}. ` +
    "You find it in your provider's dashboard, under API keys.",

  /** A custom domain is not used. */
  domain: (domain: unknown): string => `Unable to use custom API domain '${domain}': it is not a valid domain. The default host is used.`,

  /** Nothing will work: the token's project has organizations and the client is for consumers, or the other way around. */
  vertical: (vertical: unknown): string => {
    const [project, client] = vertical === 'B2B' ? ['B2B', 'consumer'] : ['consumer', 'B2B']
    return `This public token is of a ${project} project, and this client is for ${client} projects. Use the other client, or check the token.`
  },
}
