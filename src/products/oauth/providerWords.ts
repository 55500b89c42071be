import type { OAuthProvider } from '../../api/entities.ts'

/** What the providers are called. */
export const names = {
  google: 'Google',
  microsoft: 'Microsoft',
  apple: 'Apple',
  github: 'GitHub',
  gitlab: 'GitLab',
  facebook: 'Facebook',
  discord: 'Discord',
  salesforce: 'Salesforce',
  slack: 'Slack',
  amazon: 'Amazon',
  bitbucket: 'Bitbucket',
  linkedin: 'LinkedIn',
  coinbase: 'Coinbase',
  twitch: 'Twitch',
  twitter: 'Twitter',
  tiktok: 'TikTok',
  snapchat: 'Snapchat',
  figma: 'Figma',
  yahoo: 'Yahoo',
} as const satisfies Record<OAuthProvider, string>

/** The message of every button that has none of its own: `{type}` is the provider's name. */
export const words = { 'oauth.continueWith': 'Continue with {type}' }

/** The messages of all buttons, `oauth.continueWithGitHub`, by that one. */
export function buttons(template: string) {
  const named = Object.values(names).map((name) => [`oauth.continueWith${name}`, template.replace('{type}', name)])
  return { 'oauth.continueWith': template, ...Object.fromEntries(named) } as Record<
    `oauth.continueWith${'' | (typeof names)[OAuthProvider]}`,
    string
  >
}
