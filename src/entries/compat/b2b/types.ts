/**
 * The provider's names for the parameters and results of its client for organizations, like those
 * for the consumer clients in `../types.ts`.
 */
import type {
  AuthMethod,
  Discovered,
  Member,
  MemberAuthentication,
  MemberChanged,
  MemberEmailFactor,
  MemberFactor,
  MemberOAuthFactorOf,
  MemberPending,
  MemberPhoneFactor,
  MemberSignedIn,
  MfaMethod,
  MfaRequired,
  Organization,
} from '../../../api/b2b/entities.ts'
import type { FoundOrganization, SearchOperand } from '../../../api/b2b/organizations.ts'
import type { ScimConnection } from '../../../api/b2b/scim.ts'
import type { OidcConnection, SamlConnection } from '../../../api/b2b/sso.ts'
import type { B2BHeadlessClient } from '../../../client/b2b/B2BHeadlessClient.ts'
import type { MemberState } from '../../../client/b2b/memberState.ts'
import type { DiscoveryStartOptions, OrganizationStartOptions, SsoStartOptions } from '../../../client/b2b/redirectStarts.ts'
import type { Given, Result } from '../types.ts'

export type {
  DiscoveredOrganization,
  Member,
  MemberRole,
  MemberSession,
  MfaRequired,
  OAuthRegistration,
  Organization,
} from '../../../api/b2b/entities.ts'
export type { ExternalConnection } from '../../../api/b2b/sso.ts'

// Members and organizations
export type B2BAuthenticationFactor = MemberFactor
export type B2BEmailFactor = MemberEmailFactor
export type B2BPhoneNumberFactor = MemberPhoneFactor
export type B2BGoogleOAuthFactor = MemberOAuthFactorOf['google']
export type B2BMicrosoftOAuthFactor = MemberOAuthFactorOf['microsoft']
export type B2BHubSpotOAuthFactor = MemberOAuthFactorOf['hubspot']
export type B2BSlackOAuthFactor = MemberOAuthFactorOf['slack']
export type B2BGitHubOAuthFactor = MemberOAuthFactorOf['github']
export type MemberResponseCommon = MemberChanged
export type RetiredEmailAddress = Member['retired_email_addresses'][number]
export type B2BAuthenticateResponse<_Configuration = unknown> = MemberSignedIn
export type B2BAuthenticateResponseWithMFA<_Configuration = unknown> = MemberAuthentication
export type B2BAllowedAuthMethods = AuthMethod
export type B2BAllowedMFAMethods = MfaMethod
export type SSOActiveConnection = Organization['sso_active_connections'][number]
export type B2BState = MemberState
export type PrimaryRequired = NonNullable<MemberPending['primary_required']>
export type MemberOptions = NonNullable<MfaRequired['member_options']>
export type SAMLConnection = SamlConnection
export type OIDCConnection = OidcConnection
export type X509Certificate = SamlConnection['verification_certificates'][number]
export type EncryptionPrivateKey = SamlConnection['saml_encryption_private_keys'][number]

// client.session
export type IHeadlessB2BSessionClient<_Configuration = unknown> = B2BHeadlessClient['session']
export type B2BSessionAuthenticateResponse<_Configuration = unknown> = Result<B2BHeadlessClient['session']['authenticate']>
export type B2BSessionRevokeOptions = Given<B2BHeadlessClient['session']['revoke']>
export type B2BSessionRevokeForMemberOptions = Given<B2BHeadlessClient['session']['revokeForMember']>
export type B2BSessionRevokeForMemberResponse = Result<B2BHeadlessClient['session']['revokeForMember']>
export type B2BSessionOnChangeCallback = Given<B2BHeadlessClient['session']['onChange']>
export type B2BSessionExchangeOptions = Given<B2BHeadlessClient['session']['exchange']>
export type B2BSessionExchangeResponse<_Configuration = unknown> = Result<B2BHeadlessClient['session']['exchange']>
export type B2BSessionAccessTokenExchangeOptions = Given<B2BHeadlessClient['session']['exchangeAccessToken']>
export type B2BSessionAccessTokenExchangeResponse<_Configuration = unknown> = Result<B2BHeadlessClient['session']['exchangeAccessToken']>
export type MemberSessionInfo = ReturnType<B2BHeadlessClient['session']['getInfo']>
export type B2BSessionAttestOptions = Given<B2BHeadlessClient['session']['attest']>
export type B2BSessionAttestResponse<_Configuration = unknown> = Result<B2BHeadlessClient['session']['attest']>

// client.magicLinks
export type IHeadlessB2BMagicLinksClient<_Configuration = unknown> = B2BHeadlessClient['magicLinks']
export type B2BMagicLinksInviteOptions = Given<B2BHeadlessClient['magicLinks']['email']['invite']>
export type B2BMagicLinksInviteResponse = Result<B2BHeadlessClient['magicLinks']['email']['invite']>
export type B2BMagicLinkLoginOrSignupOptions = Given<B2BHeadlessClient['magicLinks']['email']['loginOrSignup']>
export type B2BMagicLinkLoginOrSignupResponse = Result<B2BHeadlessClient['magicLinks']['email']['loginOrSignup']>
export type B2BMagicLinksAuthenticateOptions = Given<B2BHeadlessClient['magicLinks']['authenticate']>
export type B2BMagicLinksAuthenticateResponse<_Configuration = unknown> = Result<B2BHeadlessClient['magicLinks']['authenticate']>
export type B2BMagicLinksEmailDiscoverySendOptions = Given<B2BHeadlessClient['magicLinks']['email']['discovery']['send']>
export type B2BMagicLinksEmailDiscoverySendResponse = Result<B2BHeadlessClient['magicLinks']['email']['discovery']['send']>
export type B2BMagicLinksDiscoveryAuthenticateOptions = Given<B2BHeadlessClient['magicLinks']['discovery']['authenticate']>
export type B2BMagicLinksDiscoveryAuthenticateResponse<_Configuration = unknown> = Result<
  B2BHeadlessClient['magicLinks']['discovery']['authenticate']
>

// client.self
export type IHeadlessB2BSelfClient = B2BHeadlessClient['self']
export type IHeadlessB2BMemberClient = B2BHeadlessClient['member']
export type B2BMemberOnChangeCallback = Given<B2BHeadlessClient['self']['onChange']>
export type B2BMemberUpdateOptions = Given<B2BHeadlessClient['self']['update']>
export type B2BMemberUpdateResponse = Result<B2BHeadlessClient['self']['update']>
export type B2BMemberUnlinkRetiredEmailRequest = Given<B2BHeadlessClient['self']['unlinkRetiredEmail']>
export type B2BMemberUnlinkRetiredEmailResponse = Result<B2BHeadlessClient['self']['unlinkRetiredEmail']>
export type B2BMemberStartEmailUpdateRequest = Given<B2BHeadlessClient['self']['startEmailUpdate']>
export type B2BMemberStartEmailUpdateResponse = Result<B2BHeadlessClient['self']['startEmailUpdate']>
export type B2BMemberGetConnectedAppsResponse = Result<B2BHeadlessClient['self']['getConnectedApps']>
export type B2BMemberRevokeConnectedAppOptions = Given<B2BHeadlessClient['self']['revokeConnectedApp']>
export type B2BMemberRevokeConnectedAppResponse = Result<B2BHeadlessClient['self']['revokeConnectedApp']>
export type B2BMemberDeleteMFAPhoneNumberResponse = Result<B2BHeadlessClient['self']['deleteMFAPhoneNumber']>
export type B2BMemberDeletePasswordResponse = Result<B2BHeadlessClient['self']['deletePassword']>
export type B2BMemberDeleteMFATOTPResponse = Result<B2BHeadlessClient['self']['deleteMFATOTP']>
export type MemberInfo = ReturnType<B2BHeadlessClient['self']['getInfo']>

// client.organization
export type IHeadlessB2BOrganizationClient = B2BHeadlessClient['organization']
export type B2BOrganizationsUpdateOptions = Given<B2BHeadlessClient['organization']['update']>
export type B2BOrganizationsUpdateResponse = Result<B2BHeadlessClient['organization']['update']>
export type B2BOrganizationsDeleteResponse = Result<B2BHeadlessClient['organization']['delete']>
export type B2BOrganizationsGetBySlugOptions = Given<B2BHeadlessClient['organization']['getBySlug']>
export type B2BOrganizationsGetBySlugResponse = Result<B2BHeadlessClient['organization']['getBySlug']>
export type OrganizationBySlugMatch = FoundOrganization
export type B2BOrganizationsGetConnectedAppsResponse = Result<B2BHeadlessClient['organization']['getConnectedApps']>
export type B2BOrganizationsGetConnectedAppOptions = Given<B2BHeadlessClient['organization']['getConnectedApp']>
export type B2BOrganizationsGetConnectedAppResponse = Result<B2BHeadlessClient['organization']['getConnectedApp']>
export type OrganizationInfo = ReturnType<B2BHeadlessClient['organization']['getInfo']>
export type B2BOrganizationsMembersCreateOptions = Given<B2BHeadlessClient['organization']['members']['create']>
export type B2BOrganizationsMembersCreateResponse = Result<B2BHeadlessClient['organization']['members']['create']>
export type B2BOrganizationsMembersUpdateOptions = Given<B2BHeadlessClient['organization']['members']['update']>
export type B2BOrganizationsMembersUpdateResponse = Result<B2BHeadlessClient['organization']['members']['update']>
export type B2BOrganizationsMembersSearchOptions = Given<B2BHeadlessClient['organization']['members']['search']>
export type B2BOrganizationsMembersSearchResponse = Result<B2BHeadlessClient['organization']['members']['search']>
export type SearchQueryOperand = SearchOperand
export type B2BOrganizationsMembersDeleteResponse = Result<B2BHeadlessClient['organization']['members']['delete']>
export type B2BOrganizationsMembersReactivateResponse = Result<B2BHeadlessClient['organization']['members']['reactivate']>
export type B2BOrganizationsMemberDeletePasswordResponse = Result<B2BHeadlessClient['organization']['members']['deletePassword']>
export type B2BOrganizationsMemberDeleteMFAPhoneNumberResponse = Result<
  B2BHeadlessClient['organization']['members']['deleteMFAPhoneNumber']
>
export type B2BOrganizationsMemberDeleteMFATOTPResponse = Result<B2BHeadlessClient['organization']['members']['deleteMFATOTP']>
export type B2BOrganizationsMemberUnlinkRetiredEmailOptions = Given<B2BHeadlessClient['organization']['members']['unlinkRetiredEmail']>
export type B2BOrganizationsMemberUnlinkRetiredEmailResponse = Result<B2BHeadlessClient['organization']['members']['unlinkRetiredEmail']>
export type MemberEmailUpdateDeliveryMethod = 'EMAIL_MAGIC_LINK' | 'EMAIL_OTP'
export type B2BOrganizationsMemberStartEmailUpdateOptions = Given<B2BHeadlessClient['organization']['members']['startEmailUpdate']>
export type B2BOrganizationsMemberStartEmailUpdateResponse = Result<B2BHeadlessClient['organization']['members']['startEmailUpdate']>
export type B2BOrganizationsMemberGetConnectedAppsOptions = Given<B2BHeadlessClient['organization']['members']['getConnectedApps']>
export type B2BOrganizationsMemberGetConnectedAppsResponse = Result<B2BHeadlessClient['organization']['members']['getConnectedApps']>
export type B2BOrganizationsMemberRevokeConnectedAppOptions = Given<B2BHeadlessClient['organization']['members']['revokeConnectedApp']>
export type B2BOrganizationsMemberRevokeConnectedAppResponse = Result<B2BHeadlessClient['organization']['members']['revokeConnectedApp']>

// client.oauth and client.sso
export type IHeadlessB2BOAuthClient<_Configuration = unknown> = B2BHeadlessClient['oauth']
export type OAuthStartOptions = OrganizationStartOptions
export type B2BOAuthDiscoveryStartOptions = DiscoveryStartOptions
export type B2BOAuthAuthenticateOptions = Given<B2BHeadlessClient['oauth']['authenticate']>
export type B2BOAuthAuthenticateResponse<_Configuration = unknown> = Result<B2BHeadlessClient['oauth']['authenticate']>
export type OAuthDiscoveryAuthenticateOptions = Given<B2BHeadlessClient['oauth']['discovery']['authenticate']>
export type B2BOAuthDiscoveryAuthenticateResponse<_Configuration = unknown> = Result<
  B2BHeadlessClient['oauth']['discovery']['authenticate']
>
export type IHeadlessB2BSSOClient<_Configuration = unknown> = B2BHeadlessClient['sso']
export type SSOStartOptions = SsoStartOptions
export type SSOAuthenticateOptions = Given<B2BHeadlessClient['sso']['authenticate']>
export type SSOAuthenticateResponse<_Configuration = unknown> = Result<B2BHeadlessClient['sso']['authenticate']>
export type B2BSSOSAMLCreateConnectionOptions = Given<B2BHeadlessClient['sso']['saml']['createConnection']>
export type B2BSSOSAMLCreateConnectionResponse = Result<B2BHeadlessClient['sso']['saml']['createConnection']>
export type B2BSSOSAMLUpdateConnectionOptions = Given<B2BHeadlessClient['sso']['saml']['updateConnection']>
export type B2BSSOSAMLUpdateConnectionResponse = Result<B2BHeadlessClient['sso']['saml']['updateConnection']>
export type B2BSSOSAMLUpdateConnectionByURLOptions = Given<B2BHeadlessClient['sso']['saml']['updateConnectionByURL']>
export type B2BSSOSAMLUpdateConnectionByURLResponse = Result<B2BHeadlessClient['sso']['saml']['updateConnectionByURL']>
export type B2BSSOSAMLDeleteVerificationCertificateOptions = Given<B2BHeadlessClient['sso']['saml']['deleteVerificationCertificate']>
export type B2BSSOSAMLDeleteVerificationCertificateResponse = Result<B2BHeadlessClient['sso']['saml']['deleteVerificationCertificate']>
export type B2BSSOSAMLDeleteEncryptionPrivateKeyOptions = Given<B2BHeadlessClient['sso']['saml']['deleteEncryptionPrivateKey']>
export type B2BSSOSAMLDeleteEncryptionPrivateKeyResponse = Result<B2BHeadlessClient['sso']['saml']['deleteEncryptionPrivateKey']>
export type B2BSSOCreateExternalConnectionOptions = Given<B2BHeadlessClient['sso']['external']['createConnection']>
export type B2BSSOCreateExternalConnectionResponse = Result<B2BHeadlessClient['sso']['external']['createConnection']>
export type B2BSSOUpdateExternalConnectionOptions = Given<B2BHeadlessClient['sso']['external']['updateConnection']>
export type B2BSSOUpdateExternalConnectionResponse = Result<B2BHeadlessClient['sso']['external']['updateConnection']>
export type B2BSSOOIDCCreateConnectionOptions = Given<B2BHeadlessClient['sso']['oidc']['createConnection']>
export type B2BSSOOIDCCreateConnectionResponse = Result<B2BHeadlessClient['sso']['oidc']['createConnection']>
export type B2BSSOOIDCUpdateConnectionOptions = Given<B2BHeadlessClient['sso']['oidc']['updateConnection']>
export type B2BSSOOIDCUpdateConnectionResponse = Result<B2BHeadlessClient['sso']['oidc']['updateConnection']>
export type B2BSSOGetConnectionsResponse = Result<B2BHeadlessClient['sso']['getConnections']>
export type B2BSSODeleteConnectionResponse = Result<B2BHeadlessClient['sso']['deleteConnection']>
export type B2BSSODiscoverConnectionsResponse = Result<B2BHeadlessClient['sso']['discoverConnections']>

// client.discovery
export type IHeadlessB2BDiscoveryClient<_Configuration = unknown> = B2BHeadlessClient['discovery']
export type B2BDiscoveryOrganizationsResponse = Result<B2BHeadlessClient['discovery']['organizations']['list']>
export type B2BDiscoveryOrganizationsCreateOptions = Given<B2BHeadlessClient['discovery']['organizations']['create']>
export type B2BDiscoveryOrganizationsCreateResponse<_Configuration = unknown> = Result<
  B2BHeadlessClient['discovery']['organizations']['create']
>
export type B2BDiscoveryIntermediateSessionsExchangeOptions = Given<B2BHeadlessClient['discovery']['intermediateSessions']['exchange']>
export type B2BDiscoveryIntermediateSessionsExchangeResponse<_Configuration = unknown> = Result<
  B2BHeadlessClient['discovery']['intermediateSessions']['exchange']
>
export type B2BDiscoveryAuthenticateResponse<_Configuration = unknown> = Discovered

// client.passwords
export type IHeadlessB2BPasswordClient<_Configuration = unknown> = B2BHeadlessClient['passwords']
export type B2BPasswordAuthenticateOptions = Given<B2BHeadlessClient['passwords']['authenticate']>
export type B2BPasswordAuthenticateResponse<_Configuration = unknown> = Result<B2BHeadlessClient['passwords']['authenticate']>
export type B2BPasswordDiscoveryAuthenticateOptions = Given<B2BHeadlessClient['passwords']['discovery']['authenticate']>
export type B2BPasswordDiscoveryAuthenticateResponse<_Configuration = unknown> = Result<
  B2BHeadlessClient['passwords']['discovery']['authenticate']
>
export type B2BPasswordResetByEmailStartOptions = Given<B2BHeadlessClient['passwords']['resetByEmailStart']>
export type B2BPasswordResetByEmailStartResponse = Result<B2BHeadlessClient['passwords']['resetByEmailStart']>
export type B2BPasswordDiscoveryResetByEmailStartOptions = Given<B2BHeadlessClient['passwords']['discovery']['resetByEmailStart']>
export type B2BPasswordDiscoveryResetByEmailStartResponse = Result<B2BHeadlessClient['passwords']['discovery']['resetByEmailStart']>
export type B2BPasswordDiscoveryResetByEmailOptions = Given<B2BHeadlessClient['passwords']['discovery']['resetByEmail']>
export type B2BPasswordDiscoveryResetByEmailResponse<_Configuration = unknown> = Result<
  B2BHeadlessClient['passwords']['discovery']['resetByEmail']
>
export type B2BPasswordResetByEmailOptions = Given<B2BHeadlessClient['passwords']['resetByEmail']>
export type B2BPasswordResetByEmailResponse<_Configuration = unknown> = Result<B2BHeadlessClient['passwords']['resetByEmail']>
export type B2BPasswordResetByExistingPasswordOptions = Given<B2BHeadlessClient['passwords']['resetByExistingPassword']>
export type B2BPasswordResetByExistingPasswordResponse<_Configuration = unknown> = Result<
  B2BHeadlessClient['passwords']['resetByExistingPassword']
>
export type B2BPasswordResetBySessionOptions = Given<B2BHeadlessClient['passwords']['resetBySession']>
export type B2BPasswordResetBySessionResponse<_Configuration = unknown> = Result<B2BHeadlessClient['passwords']['resetBySession']>
export type B2BPasswordStrengthCheckOptions = Given<B2BHeadlessClient['passwords']['strengthCheck']>
export type B2BPasswordStrengthCheckResponse = Result<B2BHeadlessClient['passwords']['strengthCheck']>

// client.otps, client.totp and client.recoveryCodes
export type IHeadlessB2BOTPsClient<_Configuration = unknown> = B2BHeadlessClient['otps']
export type B2BSMSSendOptions = Given<B2BHeadlessClient['otps']['sms']['send']>
export type B2BSMSSendResponse = Result<B2BHeadlessClient['otps']['sms']['send']>
export type B2BSMSAuthenticateOptions = Given<B2BHeadlessClient['otps']['sms']['authenticate']>
export type B2BSMSAuthenticateResponse<_Configuration = unknown> = Result<B2BHeadlessClient['otps']['sms']['authenticate']>
export type B2BOTPsEmailLoginOrSignupOptions = Given<B2BHeadlessClient['otps']['email']['loginOrSignup']>
export type B2BOTPsEmailLoginOrSignupResponse = Result<B2BHeadlessClient['otps']['email']['loginOrSignup']>
export type B2BOTPsEmailAuthenticateOptions = Given<B2BHeadlessClient['otps']['email']['authenticate']>
export type B2BOTPsEmailAuthenticateResponse<_Configuration = unknown> = Result<B2BHeadlessClient['otps']['email']['authenticate']>
export type B2BDiscoveryOTPEmailSendOptions = Given<B2BHeadlessClient['otps']['email']['discovery']['send']>
export type B2BDiscoveryOTPEmailSendResponse = Result<B2BHeadlessClient['otps']['email']['discovery']['send']>
export type B2BDiscoveryOTPEmailAuthenticateOptions = Given<B2BHeadlessClient['otps']['email']['discovery']['authenticate']>
export type B2BDiscoveryOTPEmailAuthenticateResponse<_Configuration = unknown> = Result<
  B2BHeadlessClient['otps']['email']['discovery']['authenticate']
>
export type IHeadlessB2BTOTPsClient<_Configuration = unknown> = B2BHeadlessClient['totp']
export type B2BTOTPCreateOptions = Given<B2BHeadlessClient['totp']['create']>
export type B2BTOTPCreateResponse = Result<B2BHeadlessClient['totp']['create']>
export type B2BTOTPAuthenticateOptions = Given<B2BHeadlessClient['totp']['authenticate']>
export type B2BTOTPAuthenticateResponse<_Configuration = unknown> = Result<B2BHeadlessClient['totp']['authenticate']>
export type IHeadlessB2BRecoveryCodesClient<_Configuration = unknown> = B2BHeadlessClient['recoveryCodes']
export type RecoveryCodeRecoverOptions = Given<B2BHeadlessClient['recoveryCodes']['recover']>
export type RecoveryCodeRecoverResponse<_Configuration = unknown> = Result<B2BHeadlessClient['recoveryCodes']['recover']>
export type RecoveryCodeRotateResponse = Result<B2BHeadlessClient['recoveryCodes']['rotate']>
export type RecoveryCodeGetResponse = Result<B2BHeadlessClient['recoveryCodes']['get']>

// client.scim
export type IHeadlessB2BSCIMClient = B2BHeadlessClient['scim']
export type SCIMConnection = ScimConnection
export type SCIMConnectionWithBearerToken = B2BSCIMCreateConnectionResponse['connection']
export type SCIMConnectionWithNextBearerToken = B2BSCIMRotateStartResponse['connection']
export type SCIMGroup = B2BSCIMGetConnectionGroupsResponse['scim_groups'][number]
export type B2BSCIMCreateConnectionOptions = Given<B2BHeadlessClient['scim']['createConnection']>
export type B2BSCIMCreateConnectionResponse = Result<B2BHeadlessClient['scim']['createConnection']>
export type B2BSCIMUpdateConnectionOptions = Given<B2BHeadlessClient['scim']['updateConnection']>
export type B2BSCIMUpdateConnectionResponse = Result<B2BHeadlessClient['scim']['updateConnection']>
export type B2BSCIMDeleteConnectionResponse = Result<B2BHeadlessClient['scim']['deleteConnection']>
export type B2BSCIMGetConnectionResponse = Result<B2BHeadlessClient['scim']['getConnection']>
export type B2BSCIMGetConnectionGroupsOptions = Given<B2BHeadlessClient['scim']['getConnectionGroups']>
export type B2BSCIMGetConnectionGroupsResponse = Result<B2BHeadlessClient['scim']['getConnectionGroups']>
export type B2BSCIMRotateStartResponse = Result<B2BHeadlessClient['scim']['rotateStart']>
export type B2BSCIMRotateCompleteResponse = Result<B2BHeadlessClient['scim']['rotateComplete']>
export type B2BSCIMRotateCancelResponse = Result<B2BHeadlessClient['scim']['rotateCancel']>

// client.rbac, client.idp and client.impersonation
export type IHeadlessB2BRBACClient = B2BHeadlessClient['rbac']
export type { PermissionsMap } from '../../../client/namespaces/rbac.ts'
export type IHeadlessB2BIDPClient = B2BHeadlessClient['idp']
export type B2BOAuthAuthorizeStartOptions = Given<B2BHeadlessClient['idp']['oauthAuthorizeStart']>
export type B2BOAuthAuthorizeStartResponse = Result<B2BHeadlessClient['idp']['oauthAuthorizeStart']>
export type B2BOAuthAuthorizeSubmitOptions = Given<B2BHeadlessClient['idp']['oauthAuthorizeSubmit']>
export type B2BOAuthAuthorizeSubmitResponse = Result<B2BHeadlessClient['idp']['oauthAuthorizeSubmit']>
export type B2BOAuthLogoutStartOptions = Given<B2BHeadlessClient['idp']['oauthLogoutStart']>
export type B2BOAuthLogoutStartResponse = Result<B2BHeadlessClient['idp']['oauthLogoutStart']>
export type IHeadlessB2BImpersonationClient<_Configuration = unknown> = B2BHeadlessClient['impersonation']
export type B2BImpersonationAuthenticateOptions = Given<B2BHeadlessClient['impersonation']['authenticate']>
export type B2BImpersonationAuthenticateResponse<_Configuration = unknown> = Result<B2BHeadlessClient['impersonation']['authenticate']>
