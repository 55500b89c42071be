import type { User } from '../../api/entities.ts'
import type { BaseParts } from './baseParts.ts'
import type { WalletLogIns } from './methods/cryptoWallets.ts'
import type { EmailLinks, MagicLinks } from './methods/magicLinks.ts'
import type { OAuthSignIns } from './methods/oauth.ts'
import type { Otps } from './methods/otps.ts'
import type { Passkeys } from './methods/passkeys.ts'
import type { PasswordLogIns, Passwords } from './methods/passwords.ts'
import type { Authenticators, TotpLogIns } from './methods/totps.ts'
import type { PasskeyLogIns } from './methods/webauthn.ts'
import type { Authorizations } from './openid/authorizations.ts'
import type { ClientDocuments } from './openid/clientDocuments.ts'
import type { Consent } from './openid/consent.ts'
import type { M2mClients } from './openid/m2mClients.ts'
import type { Impersonation } from './sessions/impersonation.ts'
import type { SessionGrants, TokenProfiles } from './sessions/sessionGrants.ts'
import type { Expiring } from './state/expiring.ts'

/** All parts of the emulator that are about users. */
export interface Parts extends BaseParts {
  authenticators: Authenticators
  authorizations: Authorizations
  clientDocuments: ClientDocuments
  consent: Consent
  emailLinks: EmailLinks
  impersonate: Impersonation
  impersonationTokens: Expiring<User>
  m2mClients: M2mClients
  magicLinks: MagicLinks
  oauthSignIns: OAuthSignIns
  otps: Otps
  passkeyLogIns: PasskeyLogIns
  passkeys: Passkeys
  passwordLogIns: PasswordLogIns
  passwords: Passwords
  sessionGrants: SessionGrants
  tokenProfiles: TokenProfiles
  totpLogIns: TotpLogIns
  walletLogIns: WalletLogIns
}
