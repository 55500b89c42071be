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

/** Messages of the buttons: `oauth.continueWithGitHub`, and one for a provider that is newer than this file. */
export const words = buttons('Continue with {type}')

/** The same in another language: `template` has `{type}` for the provider's name. */
export function buttons(template: string) {
  const named = Object.values(names).map((name) => [`oauth.continueWith${name}`, template.replace('{type}', name)])
  return { 'oauth.continueWith': template, ...Object.fromEntries(named) } as Record<
    `oauth.continueWith${'' | (typeof names)[OAuthProvider]}`,
    string
  >
}
