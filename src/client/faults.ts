/** What is wrong with a public token, for the console (wire.md 1.2). */
export const tokenFault = (publicToken: unknown): string =>
  `The public token must be a string that starts with 'public-token-', but it is ${JSON.stringify(publicToken)}. ` +
  "You find your project's in the dashboard of your provider, under API keys."

/** Why a custom domain is not used (wire.md 1.2). */
export const domainFault = (domain: unknown): string =>
  `Unable to use custom API domain '${domain}': it is not a valid domain. The default host is used.`
