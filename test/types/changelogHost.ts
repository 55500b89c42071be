/**
 * What the provider's changelogs say of the interface, as a program of a host, by version.
 * docs/guides/migration-changelog.md says that the drop-in has it. `npm run check` compiles it with
 * the provider's types, and compat.test.ts with ours. Nobody runs it.
 */
import {
  createStytchClient,
  mountLogin,
  Products,
  StytchEventType,
  StytchUI,
  type StytchAPIError,
  type Strings,
  type StytchClient,
  type StytchClientOptions,
  type StytchEvent,
  type StytchLoginConfig,
  type User,
} from 'provider-6'
import type { B2BTOTPCreateResponse, DiscoveredOrganization, Member, Organization, StytchB2BClient } from 'provider-6/b2b/headless'

declare const client: StytchClient
declare const b2b: StytchB2BClient
declare const user: User
declare const member: Member
declare const organization: Organization
declare const discovered: DiscoveredOrganization
declare const event: StytchEvent

const options = {
  '5.43.0': { keepSessionAlive: true },
  '5.41.1': { customBaseUrl: 'api.host.test', endpointOptions: { testApiDomain: 'old.host.test' } },
  '5.40.0': { customBaseUrl: 'api.host.test', dfppaUrl: 'https://dfp.host.test', dfpCdnUrl: 'https://cdn.host.test' },
} satisfies Record<string, StytchClientOptions>

const strings: Record<string, Strings> = {
  '5.38.0': { 'button.edit': 'Edit', 'button.save': 'Save', 'passkey.editing.label': 'Name', 'provider.lastUsed': 'Last' },
  '5.36.0': { 'formField.phone.label': 'Phone', 'formField.countryCode.label': 'Country' },
}

const config: StytchLoginConfig = { products: [Products.passkeys], passkeyOptions: { domain: 'host.test' } }

const request = { redirect_uri: 'https://app.test', client_id: 'app', response_type: 'code', scopes: ['openid'], prompt: 'consent' }

/** What has to compile, by version. */
export const has: Record<string, () => unknown> = {
  '6.3.0': () => b2b.sso.start({ connection_id: 'sso-1', provider_params: { login_hint: 'ada@example.com' } }),
  '6.0.10': (error?: StytchAPIError) => error?.error_type === 'invalid_oauth_attach_token',
  '6.0.4': () => discovered.mfa_required?.member_options?.mfa_phone_number,
  '6.0.1': () => [
    mountLogin({
      client: createStytchClient('public-token-test-x'),
      config,
      elementId: '#login',
      presentation: { theme: { primary: '#00f' } },
    }),
    new StytchUI(),
  ],
  '5.44.2': () => createStytchClient('public-token-test-x'),
  '5.44.1': () => [user.external_id, member.external_id, organization.organization_external_id],
  '5.44.0': () => [config.passkeyOptions?.domain, b2b.authenticateByUrl({ session_duration_minutes: 60 })],
  '5.43.0': () => [
    options['5.43.0'],
    b2b.rbac.isAuthorizedSync('documents', 'read'),
    (organization.email_jit_provisioning = 'ALL_ALLOWED'),
  ],
  '5.42.0': async () => {
    const { oauth_attach_token } = await client.oauth.attach('google')
    await client.oauth.google.start({ oauth_attach_token })
  },
  '5.41.1': () => [options['5.41.1'], member.is_admin],
  '5.41.0': () => [
    client.authenticateByUrl({ session_duration_minutes: 60 }),
    client.idp.oauthAuthorizeSubmit({ ...request, consent_granted: true, resource: ['https://api.test'] }),
  ],
  '5.40.0': () => options['5.40.0'],
  '5.38.0': async () => [(await client.user.get()).user_id, strings['5.38.0']],
  '5.37.1': () => b2b.self.startEmailUpdate({ email_address: 'ada@example.com', delivery_method: 'EMAIL_OTP' }),
  '5.37.0': () => (event.type === StytchEventType.MagicLinkLoginOrCreateEvent ? event.data.email : undefined),
  '5.36.0': () => [strings['5.36.0'], (created: B2BTOTPCreateResponse) => created.qr_code],
}
