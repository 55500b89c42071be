/**
 * Where the declarations of the drop-in entries differ from the provider's, and why. A place is a
 * path as in differences.ts, which starts at the provider's type, and the kind of the difference
 * (ours compared with theirs); `*` matches anything. A place that no longer differs fails the test.
 */
export const exceptions: { why: string; what: string[] }[] = [
  {
    why: 'The screens for organizations are not part of Latchkey, nor are their options and events.',
    what: [
      'B2BEmailMagicLinksOptions missing',
      'B2BSSOOptions missing',
      'B2BOAuthOptions missing',
      'B2BOAuthProviderConfig missing',
      'B2BPasswordOptions missing',
      'B2BEmailOTPOptions missing',
      'B2BSMSOTPOptions missing',
      'DirectLoginForSingleMembershipConfig missing',
      'StytchB2BUIConfig missing',
      'StytchEvent<"B2B_*"> missing',
    ],
  },
  {
    why: "The provider's clients live as long as their page. Ours can be ended.",
    what: ['Stytch*Client.destroy extra'],
  },
  {
    why: "The provider's SDK has no such screens for users, and says nothing of a return without a log-in.",
    what: [
      'StytchUIClient.mountSecondFactor extra',
      'StytchUIClient.mountAccount extra',
      'StytchUIClient.confirm extra',
      'StytchEvent<"SECOND_FACTOR_*"> extra',
      'StytchEvent<"ACCOUNT_CHANGED"> extra',
      'StytchEvent<"OAUTH_NOT_COMPLETED"> extra',
    ],
  },
  {
    why: "The provider's SDK asks for a passkey only with a prompt or in autofill.",
    what: ['IHeadlessWebAuthnClient.upgrade extra', 'IHeadlessWebAuthnClient.authenticateImmediately extra'],
  },
  {
    why: "They belong to the provider's SDKs for apps: React Native screens, a phone's biometrics, reports of native calls.",
    what: [
      'RNUI*Options missing',
      'RNUIProductConfig missing',
      'Biometrics*Options missing',
      'Biometrics*Response missing',
      'BiometryType missing',
      'IHeadlessBiometricsClient missing',
      'InternalError.nativeStack missing',
      'IRNHeadlessOAuthClient missing',
      'IRNOAuthProvider missing',
      'RNOAuthGetURLOptions missing',
    ],
  },
  {
    why: 'A redirect sign-in leaves the page. Only apps, which stay open, get its result as an answer.',
    what: ['IOAuthProvider.start() narrower', 'OAuthStartResponse narrower', 'OAuthStartFailureReason missing'],
  },
  {
    why: 'Here a passkey is one call. These are its halves, which a host never sees.',
    what: ['WebAuthnRegisterStartResponse missing', 'WebAuthnAuthenticateStartResponse missing'],
  },
  {
    why: "The provider's server sends it, but its types leave it out. Reading it is safe. A host that writes such an answer for a test has to include it.",
    what: [
      '*.created_at extra',
      '*.updated_at extra',
      '*.organization_id extra',
      '*.reset_sessions extra',
      'SSOAuthenticateResponse<*>.reset_session extra',
      'B2BOAuthAuthenticateResponse<*>.provider_subject extra',
      'B2BOAuthAuthenticateResponse<*>.provider_type extra',
      'B2BTOTPCreateResponse.totp_registration_id extra',
      'B2BTOTPCreateResponse.totp_id extra',
      'MemberOptions.totp_registration_id extra',
      'Member.is_admin extra',
      'TOTPCreateResponse.user_id extra',
    ],
  },
  {
    why: 'A list, because a user can have several apps.',
    what: ['TOTPRecoveryCodesResponse.totps other'],
  },
  {
    why: 'Anybody can send this call, so its answer contains no member.',
    what: [
      'B2BPasswordStrengthCheckResponse.member missing',
      'B2BPasswordStrengthCheckResponse.member_id missing',
      'B2BPasswordStrengthCheckResponse.organization missing',
    ],
  },
  {
    why: 'A project can be without a password policy.',
    what: ['PasswordStrengthCheckResponse.strength_policy wider', 'B2BPasswordStrengthCheckResponse.strength_policy wider'],
  },
  {
    why: 'It returns a value or throws, and never returns null.',
    what: [
      'IHeadlessUserClient.get() narrower',
      'IHeadlessB2BSelfClient.get() narrower',
      'IHeadlessB2BMemberClient.get() narrower',
      'IHeadlessB2BOrganizationClient.get() narrower',
    ],
  },
  {
    why: 'The provider has always refused the call without it.',
    what: ['IHeadlessOTPsClient.authenticate(2) narrower', '*.oauth.googleOneTap.start(0) narrower'],
  },
  {
    why: 'It is optional, because the provider or Latchkey has a default.',
    what: [
      'OTPCodeOptions.expiration_minutes wider',
      'OTPCodeSMSOptions.expiration_minutes wider',
      'OTPCodeEmailOptions.expiration_minutes wider',
      'OtpOptions.expirationMinutes wider',
      'OtpOptions.methods wider',
      'SessionOptions.sessionDurationMinutes wider',
      'PasswordResetBySessionOptions.session_duration_minutes wider',
      'WebAuthnRegisterStartOptions.session_duration_minutes wider',
      'B2BSessionAttestOptions.session_duration_minutes wider',
      'B2BOAuthLogoutStartOptions.state wider',
      'StytchUIClient.mount*(0).config wider',
      '*SDKConfig.config wider',
      '*Props.config wider',
      'StytchResetPasswordProps.passwordResetToken wider',
      'typeof *(0).config wider',
      'StytchUIClient.mount*().config wider',
      'StytchUIClient.mountResetPassword(0).passwordResetToken wider',
      '*.authenticateByUrl(0) wider',
      '*.authenticateByUrl(0).session_duration_minutes wider',
      'Theme.* wider',
      'PresentationOptions.* wider',
      'PresentationConfig.options.logo.alt wider',
      'typeof mount*().config wider',
    ],
  },
  {
    why: 'An object whose fields are all optional is optional too.',
    what: [
      'IHeadlessB2BSelfClient.update(0) wider',
      'IHeadlessB2BSelfClient.unlinkRetiredEmail(0) wider',
      'IHeadlessB2BMemberClient.update(0) wider',
      'IHeadlessB2BOrganizationClient.update(0) wider',
      'IHeadlessB2BOrganizationClient.members.search(0) wider',
      'IHeadlessB2BSCIMClient.createConnection(0) wider',
      'IHeadlessB2BSCIMClient.getConnectionGroups(0) wider',
      'IHeadlessB2BSSOClient.saml.createConnection(0) wider',
      'IHeadlessB2BSSOClient.oidc.createConnection(0) wider',
      'IHeadlessB2BOAuthClient.*.discovery.start(0) wider',
      'StytchB2BHeadlessClient.oauth.*.discovery.start(0) wider',
      'IOAuthProvider.discovery.start(0) wider',
    ],
  },
  {
    why: 'An organization has only one connection to a directory, so its id adds nothing.',
    what: ['IHeadlessB2BSCIMClient.getConnection(0) wider'],
  },
  {
    why: 'One of the two must name the organization. The provider checks that, with a better message than a compiler could give.',
    what: [
      'OAuthStartOptions wider',
      'IHeadlessB2BOAuthClient.*.start(0) wider',
      'StytchB2BHeadlessClient.oauth.*.start(0) wider',
      'IOAuthProvider.start(0) wider',
    ],
  },
  {
    why: 'A string is accepted too, as the provider does for the rest of the policy.',
    what: [
      'B2BOrganizationsUpdateOptions.*_jit_provisioning wider',
      'B2BOrganizationsUpdateOptions.email_invites wider',
      'B2BDiscoveryOrganizationsCreateOptions.oauth_tenant_jit_provisioning wider',
    ],
  },
  {
    why: 'A sign-in provider can be newer than the widget.',
    what: ['ProviderOptions.type wider', 'OAuthProviders wider'],
  },
  {
    why: 'A host can pass an element, and readonly lists.',
    what: [
      'StytchUIClient.mount*(0).elementId wider',
      'typeof mount*(0).elementId wider',
      'StytchLoginConfig.products wider',
      'OAuthOptions.providers wider',
    ],
  },
  {
    why: 'Message ids are typed, so that a misspelled one does not compile.',
    what: [
      'StringsOptions.strings.* missing',
      'StytchUIClient.mount*.strings.* missing',
      '*SDKConfig.strings.* missing',
      '*Props.strings.* missing',
      'typeof *.strings.* missing',
    ],
  },
  {
    why: 'A host may need to load the manifest first.',
    what: ['IDPConsentScreenManifest wider'],
  },
  {
    why: 'The default is `code`.',
    what: ['OAuthAuthorizeParams.response_type narrower'],
  },
  {
    why: "Google has more and newer reasons than the provider's types.",
    what: ['*.oauth.googleOneTap.start()<false>.reason wider', '*.oauth.googleOneTap.discovery.start()<false>.reason wider'],
  },
  {
    why: "Later versions of the provider's SDK have it.",
    what: [
      'typeof Products.passkeyRegistration extra',
      '*.authenticateByUrl extra',
      '*.parseAuthenticateUrl extra',
      '*.oauth.attach extra',
      'IHeadlessOAuthClient.attach extra',
    ],
  },
  {
    why: "The provider's client has it too, but its type for this part of a client is older, or shared by all platforms.",
    what: [
      'IHeadlessOAuthClient.googleOneTap extra',
      'IHeadlessB2BOAuthClient.googleOneTap extra',
      'IHeadlessIDPClient.oauthLogoutStart extra',
      'IHeadlessB2BIDPClient.oauthLogoutStart extra',
      'IHeadlessB2BMemberClient.* extra',
    ],
  },
  {
    why: 'Our errors have a stable code, and keep the original error of the browser or the server.',
    what: [
      '*.code extra',
      'StytchSDKUIError.name extra',
      '*.options wider',
      'StytchError(2) extra',
      'StytchSDKError(1) narrower',
      'StytchSDKError(2) wider',
      'StytchSDKAPIError.from extra',
      '*SchemaError(0).body wider',
      'SDKAPIUnreachableError(1) wider',
      'SDKAPIUnreachableError.details wider',
    ],
  },
  {
    why: "The provider's SDK has it since 6.",
    what: ['StytchEvent<"MAGIC_LINK_LOGIN_OR_CREATE">.data.email extra'],
  },
  {
    why: 'The list is shared by the whole page, so it is readonly.',
    what: ['typeof UNRECOVERABLE_ERROR_TYPES wider'],
  },
  {
    why: 'A product is its name, in every version. The provider has made it an object with the code of its screens, which a host passes on unread.',
    what: ['Products.* other', 'StytchLoginConfig.products other', 'StytchLoginConfig.products[] other'],
  },
  {
    why: 'What a wallet that has no name of its own is called has changed with the SDK 6, and the wallet Vessel is gone. Nothing takes or returns them.',
    what: ['Wallets.Generic* other', 'typeof Wallets.Generic* other', 'Wallets other', 'Wallets wider', 'typeof Wallets.Vessel extra'],
  },
  {
    why: 'The SDK 6 has one value more: everybody with a proved address may join.',
    what: ['Organization.email_jit_provisioning wider', 'OrganizationBySlugMatch.email_jit_provisioning wider'],
  },
  {
    why: 'The provider answers null where there is none, and leaves out a description that was never given.',
    what: ['Member.external_id wider', 'Organization.organization_external_id wider', 'Organization.custom_roles[].description wider'],
  },
  {
    why: 'Icons are not replaced: a warning says so (docs/guides/migration.md). Any component is accepted.',
    what: ['typeof iconsBlack missing', 'typeof iconsWhite missing', 'IconRegistry* wider', 'PresentationConfig.icons.* wider'],
  },
  {
    why: "In the provider's declarations, `StytchError` of the screens is an event; when the program runs it is the class of errors, as in the SDK 5 and here.",
    what: ['StytchError.error missing', 'StytchError(1) extra', 'StytchSDKUIError other'],
  },
  {
    why: 'Our screens have more events.',
    what: ['StytchDOMEvent.stytchEventType narrower', 'StytchDOMEvent(0) other'],
  },
  {
    why: 'Any of our clients can have a screen, and the client whose method is called need not be named again.',
    what: ['StytchUIClient.mount*(0).client wider', 'StytchUIClient.mount*().client wider', 'typeof mount*().client wider'],
  },
  {
    why: 'What a mount returns can be updated and removed.',
    what: ['*mount*().update extra', '*mount*().unmount extra'],
  },
  {
    why: 'The answer is typed by the token that was spent. The provider says that it knows nothing about it.',
    what: [
      '*.authenticateByUrl()<true>.data narrower',
      '*.authenticateByUrl()<true>.tokenType wider',
      'StytchB2BClient.authenticateByUrl() narrower',
    ],
  },
  {
    why: 'A component returns an element, which is one of all that React can show.',
    what: ['typeof IdentityProvider() narrower', 'typeof Stytch*() narrower'],
  },
  {
    why: 'Only TypeScript can match type parameters. Programs of hosts are compiled with both (compatHost6.tsx).',
    what: [
      'typeof StytchProvider other',
      'typeof createStytch*Client other',
      'typeof useStytch* other',
      'typeof useStytch* wider',
      'typeof withStytch* other',
    ],
  },
]
