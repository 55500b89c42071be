// The types that the entries for projects of organizations export besides their client.
export type { ApiErrorBody, ErrorCode, ErrorType, KnownErrorType, NativeCode, SDKErrorCode } from '../../api/errors.ts'
export type { Answer, AuthenticationFactor, SessionDuration } from '../../api/entities.ts'
export type { RbacPolicy } from '../../api/bootstrap.ts'
export type * from '../../api/b2b/entities.ts'
export type { NewOrganization } from '../../api/b2b/discovery.ts'
export type { MemberAuthorizeStarted } from '../../api/b2b/idp.ts'
export type { DiscoveryLink, Invitation, OrganizationLink } from '../../api/b2b/magicLinks.ts'
export type {
  FoundOrganization,
  MemberSearch,
  MembersFound,
  MemberUpdate,
  NewMember,
  OrganizationUpdate,
  OrganizationApp,
  RetiredEmail,
  SearchOperand,
} from '../../api/b2b/organizations.ts'
export type { DiscoveryCode, MfaEnrollment, OrganizationCode, SmsCode } from '../../api/b2b/otps.ts'
export type { MemberPasswordStrength, MemberResetOptions } from '../../api/b2b/passwords.ts'
export type { ScimConnection } from '../../api/b2b/scim.ts'
export type { MemberTotpCreated } from '../../api/b2b/secondFactors.ts'
export type { SelfUpdate } from '../../api/b2b/signedInMember.ts'
export type { Attestation } from '../../api/b2b/sessions.ts'
export type {
  Certificate,
  ExternalChanges,
  ExternalConnection,
  OidcChanges,
  OidcConnection,
  SamlChanges,
  SamlConnection,
  SsoConnection,
} from '../../api/b2b/sso.ts'
export type {
  B2bOAuthNamespace,
  MemberSessionNamespace,
  ObservedPart,
  OrganizationNamespace,
  SelfNamespace,
  SsoNamespace,
} from './B2BHeadlessClient.ts'
export type {
  HandledMemberUrlTokenType,
  MemberUrlOptions,
  MemberUrlOutcome,
  MemberUrlToken,
  MemberUrlTokenType,
} from './authenticateByUrl.ts'
export type { MemberState } from './memberState.ts'
export type { Methods } from './methods.ts'
export type { B2bOAuthProvider } from '../../api/b2b/oauthProviders.ts'
export type { B2bOAuthStart, DiscoveryStartOptions, OrganizationStartOptions, SsoStartOptions } from './redirectStarts.ts'
export type { ClientOptions } from '../options.ts'
export type { PermissionsMap, RbacNamespace } from '../namespaces/rbac.ts'
export type { LogInQuestion, UrlLogInOptions, UrlToken, UrlUnhandled } from '../url/urlToken.ts'
export type { SessionTokens as Tokens } from '../session/tokenJar.ts'
