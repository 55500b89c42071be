/** The providers that a member can sign in with, by how their names are written. */
export const b2bOAuthProviders = { Google: 'google', Microsoft: 'microsoft', HubSpot: 'hubspot', Slack: 'slack', GitHub: 'github' } as const

/** One of the providers that a member can sign in with. */
export type B2bOAuthProvider = (typeof b2bOAuthProviders)[keyof typeof b2bOAuthProviders]
