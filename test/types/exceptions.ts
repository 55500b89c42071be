/**
 * Where the declarations of the drop-in entries differ from the provider's, and why. A place is told as in differences.ts, by the name of the provider's type
 * and the kind of the difference (what ours is beside theirs); `*` stands for anything. A place that no longer differs fails the test.
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
    why: 'A client of the provider lives as long as its page; one of ours can be ended.',
    what: ['Stytch*Client.destroy extra'],
  },
  {
    why: "They are of the provider's SDKs for apps: React Native's screens, biometrics of a phone, what a native call reports.",
    what: [
      'RNUI*Options missing',
      'RNUIProductConfig missing',
      'Biometrics*Options missing',
      'Biometrics*Response missing',
      'BiometryType missing',
      'IHeadlessBiometricsClient missing',
      'InternalError.nativeStack missing',
    ],
  },
  {
    why: 'A sign-in that begins elsewhere leaves the page: how it ended is an answer that apps get, which stay.',
    what: ['IOAuthProvider.start() narrower', 'OAuthStartResponse narrower', 'OAuthStartFailureReason missing'],
  },
  {
    why: 'A passkey is one call here; these are the halves that a host never sees.',
    what: ['WebAuthnRegisterStartResponse missing', 'WebAuthnAuthenticateStartResponse missing'],
  },
  {
    why: "The provider's server answers it, and its types leave it out. To read it is safe; who makes such an answer for a test has to name it.",
    what: [
      '*.created_at extra',
      '*.updated_at extra',
      '*.organization_id extra',
      '*.reset_sessions extra',
      'SSOAuthenticateResponse<*>.reset_session extra',
      'B2BOAuthAuthenticateResponse<*>.provider_subject extra',
      'B2BOAuthAuthenticateResponse<*>.provider_type extra',
      'B2BTOTPCreateResponse.totp_registration_id extra',
      'MemberOptions.totp_registration_id extra',
      'Member.is_admin extra',
      'TOTPCreateResponse.user_id extra',
    ],
  },
  {
    why: 'A list: a user may have several apps.',
    what: ['TOTPRecoveryCodesResponse.totps other'],
  },
  {
    why: 'Anybody may ask, so it tells of no member.',
    what: [
      'B2BPasswordStrengthCheckResponse.member missing',
      'B2BPasswordStrengthCheckResponse.member_id missing',
      'B2BPasswordStrengthCheckResponse.organization missing',
    ],
  },
  {
    why: 'A project may have no policy for passwords.',
    what: ['PasswordStrengthCheckResponse.strength_policy wider', 'B2BPasswordStrengthCheckResponse.strength_policy wider'],
  },
  {
    why: 'It answers or it throws, and never answers null.',
    what: [
      'IHeadlessUserClient.get() narrower',
      'IHeadlessB2BSelfClient.get() narrower',
      'IHeadlessB2BMemberClient.get() narrower',
      'IHeadlessB2BOrganizationClient.get() narrower',
    ],
  },
  {
    why: 'Without it the call has always been refused.',
    what: ['IHeadlessOTPsClient.authenticate(2) narrower', '*.oauth.googleOneTap.start(0) narrower'],
  },
  {
    why: 'It may be left out: the provider has a default, or so has Latchkey.',
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
    ],
  },
  {
    why: 'An object whose fields may all be left out may be left out itself.',
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
    ],
  },
  {
    why: 'An organization has one connection to a directory: its id says nothing more.',
    what: ['IHeadlessB2BSCIMClient.getConnection(0) wider'],
  },
  {
    why: 'That one of the two names the organization is for the provider to say: its message tells the developer more than the compiler could.',
    what: ['OAuthStartOptions wider', 'IHeadlessB2BOAuthClient.*.start(0) wider', 'StytchB2BHeadlessClient.oauth.*.start(0) wider'],
  },
  {
    why: 'A text is taken, too, as the provider takes one for the rest of the policy.',
    what: [
      'B2BOrganizationsUpdateOptions.*_jit_provisioning wider',
      'B2BOrganizationsUpdateOptions.email_invites wider',
      'B2BDiscoveryOrganizationsCreateOptions.oauth_tenant_jit_provisioning wider',
    ],
  },
  {
    why: 'A sign-in provider may be newer than the widget.',
    what: ['ProviderOptions.type wider'],
  },
  {
    why: 'A host may give an element, and lists that nobody writes to.',
    what: ['StytchUIClient.mount*(0).elementId wider', 'StytchLoginConfig.products wider', 'OAuthOptions.providers wider'],
  },
  {
    why: 'The ids of messages are known, so that a misspelt one does not compile.',
    what: ['StringsOptions.strings.* missing', 'StytchUIClient.mount*(0).strings.* missing'],
  },
  {
    why: 'A manifest may have to be fetched.',
    what: ['IDPConsentScreenManifest wider'],
  },
  {
    why: 'It hears everything that was thrown, with and without a message.',
    what: ['Callbacks.onError(0) wider'],
  },
  {
    why: 'Where the page does not say, it is `code`.',
    what: ['OAuthAuthorizeParams.response_type narrower'],
  },
  {
    why: "Google has more reasons than the provider's types, and newer ones.",
    what: ['*.oauth.googleOneTap.start()<false>.reason wider', '*.oauth.googleOneTap.discovery.start()<false>.reason wider'],
  },
  {
    why: "Later versions of the provider's SDK have it.",
    what: ['*.authenticateByUrl extra', '*.parseAuthenticateUrl extra'],
  },
  {
    why: "The provider's client has it as well; its name for this part of a client is older or of all platforms.",
    what: [
      'IHeadlessOAuthClient.googleOneTap extra',
      'IHeadlessB2BOAuthClient.googleOneTap extra',
      'IHeadlessIDPClient.oauthLogoutStart extra',
      'IHeadlessB2BIDPClient.oauthLogoutStart extra',
      'IHeadlessB2BMemberClient.* extra',
    ],
  },
  {
    why: 'Every error of ours has a code, which does not change, and what the browser or a server has said is kept as it was.',
    what: [
      '*.code extra',
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
    why: 'A list that all of the page read is not to be written to.',
    what: ['typeof UNRECOVERABLE_ERROR_TYPES wider'],
  },
]
