// The logos that do not come with the buttons, in one file: it is smaller than two files with one
// logo each.
import type { OAuthProvider } from '../../api/entities.ts'
import type { BUTTON_LOGOS } from './buttonLogos.ts'
import type { Logo } from './logoShapes.ts'
import { logo as amazon } from './logos/amazonLogo.ts'
import { logo as bitbucket } from './logos/bitbucketLogo.ts'
import { logo as coinbase } from './logos/coinbaseLogo.ts'
import { logo as discord } from './logos/discordLogo.ts'
import { logo as facebook } from './logos/facebookLogo.ts'
import { logo as figma } from './logos/figmaLogo.ts'
import { logo as gitlab } from './logos/gitlabLogo.ts'
import { logo as linkedin } from './logos/linkedinLogo.ts'
import { logo as salesforce } from './logos/salesforceLogo.ts'
import { logo as slack } from './logos/slackLogo.ts'
import { logo as snapchat } from './logos/snapchatLogo.ts'
import { logo as tiktok } from './logos/tiktokLogo.ts'
import { logo as twitch } from './logos/twitchLogo.ts'
import { logo as twitter } from './logos/twitterLogo.ts'
import { logo as yahoo } from './logos/yahooLogo.ts'

export const furtherLogos: Record<string, Logo> = {
  amazon,
  bitbucket,
  coinbase,
  discord,
  facebook,
  figma,
  gitlab,
  linkedin,
  salesforce,
  slack,
  snapchat,
  tiktok,
  twitch,
  twitter,
  yahoo,
} satisfies Record<Exclude<OAuthProvider, (typeof BUTTON_LOGOS)[number]>, Logo>
