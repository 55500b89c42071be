import type { Member } from '../../../api/b2b/entities.ts'
import type { OAuthSignIns } from '../methods/oauth.ts'
import type { Consent } from '../openid/consent.ts'
import type { Expiring } from '../state/expiring.ts'
import type { Administration } from './administration.ts'
import type { BaseMemberParts } from './baseParts.ts'
import type { OrganizationApps } from './connectedApps.ts'
import type { Discovery } from './discovery.ts'
import type { ImpersonationLogIn } from './impersonation.ts'
import type { LinkLogIns, Mails } from './magicLinks.ts'
import type { OAuthLogIns } from './oauth.ts'
import type { CodeLogIns } from './otps.ts'
import type { MemberPasswordLogIns, MemberPasswords } from './passwords.ts'
import type { Scim } from './scim.ts'
import type { AuthenticatorLogIns, SecondFactors } from './secondFactors.ts'
import type { AccessTokenExchange } from './sessionRoutes.ts'
import type { Sso } from './sso.ts'
import type { SsoConnections } from './ssoConnections.ts'

/** All parts of the emulator that are about organizations and members. */
export interface MemberParts extends BaseMemberParts {
  administration: Administration
  authenticatorLogIns: AuthenticatorLogIns
  codeLogIns: CodeLogIns
  consent: Consent
  discovery: Discovery
  exchangeAccessToken: AccessTokenExchange
  impersonate: ImpersonationLogIn
  impersonationTokens: Expiring<Member>
  linkLogIns: LinkLogIns
  mails: Mails
  oauthLogIns: OAuthLogIns
  oauthSignIns: OAuthSignIns
  organizationApps: OrganizationApps
  passwordLogIns: MemberPasswordLogIns
  passwords: MemberPasswords
  scim: Scim
  secondFactors: SecondFactors
  sso: Sso
  ssoConnections: SsoConnections
}
