// For a host that has more than the logos that come with the buttons: where each of the others is.
import type { Logo } from './logo.tsx'

const files: Record<string, () => Promise<{ logo: Logo }>> = {
  gitlab: () => import('./logos/gitlabLogo.ts'),
  facebook: () => import('./logos/facebookLogo.ts'),
  discord: () => import('./logos/discordLogo.ts'),
  salesforce: () => import('./logos/salesforceLogo.ts'),
  slack: () => import('./logos/slackLogo.ts'),
  amazon: () => import('./logos/amazonLogo.ts'),
  bitbucket: () => import('./logos/bitbucketLogo.ts'),
  linkedin: () => import('./logos/linkedinLogo.ts'),
  coinbase: () => import('./logos/coinbaseLogo.ts'),
  twitch: () => import('./logos/twitchLogo.ts'),
  twitter: () => import('./logos/twitterLogo.ts'),
  tiktok: () => import('./logos/tiktokLogo.ts'),
  snapchat: () => import('./logos/snapchatLogo.ts'),
  figma: () => import('./logos/figmaLogo.ts'),
  yahoo: () => import('./logos/yahooLogo.ts'),
}

/** The logo of a provider; undefined where there is none, and a rejection where it cannot be fetched. */
export const logoOf = async (type: string): Promise<Logo | undefined> =>
  Object.hasOwn(files, type) ? (await files[type]!()).logo : undefined
