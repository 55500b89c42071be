/**
 * Widgets of other vendors, each with the few server answers that it needs to show its form. The
 * answers are written from public documentation.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { bundleTag, hostPage } from '../page.ts'
import { peersFolder } from '../peers/install.ts'
import type { Contestant, ServerAnswer } from './contestant.ts'

const api = 'new URL(document.baseURI).searchParams.get("api")'
const json = (body: unknown, status = 200): ServerAnswer => ({ status, body: JSON.stringify(body), type: 'application/json' })

/**
 * https://docs.hanko.io: its flow API first answers `preflight`. When it has received what the
 * browser can do, it requests an email address.
 */
const hanko: Contestant = {
  id: 'hanko',
  name: 'Hanko elements',
  kind: 'peer',
  package: '@teamhanko/hanko-elements',
  methods: 'code, password, passkey, social',
  source: `import { register } from '@teamhanko/hanko-elements'
    document.getElementById('login').append(document.createElement('hanko-auth'))
    register(${api}).catch(console.error)`,
  page: () => hostPage({ scripts: bundleTag }),
  answer: ({ pathname, search }) => {
    if (!pathname.startsWith('/login')) return json({})
    const action = (name: string, inputs: object) => ({ action: name, href: `/login?action=${name}%40bench`, inputs, description: '' })
    const flag = (name: string) => ({ name, type: 'boolean', hidden: true, required: false })
    const state = (name: string, actions: object) =>
      json({ name, status: 200, payload: {}, csrf_token: 'bench', actions, links: [], error: null })
    if (!search.includes('register_client_capabilities')) {
      return state('preflight', {
        register_client_capabilities: action('register_client_capabilities', {
          webauthn_available: flag('webauthn_available'),
          webauthn_conditional_mediation_available: flag('webauthn_conditional_mediation_available'),
          webauthn_platform_authenticator_available: flag('webauthn_platform_authenticator_available'),
        }),
      })
    }
    return state('login_init', {
      continue_with_login_identifier: action('continue_with_login_identifier', {
        email: { name: 'email', type: 'email', required: true, hidden: false, max_length: 100 },
      }),
    })
  },
}

const supabase: Contestant = {
  id: 'supabase',
  name: 'Supabase auth-ui',
  kind: 'peer',
  package: '@supabase/auth-ui-react',
  methods: 'password, link, code, social',
  source: `import { createRoot } from 'react-dom/client'
    import { createClient } from '@supabase/supabase-js'
    import { Auth } from '@supabase/auth-ui-react'
    import { ThemeSupa } from '@supabase/auth-ui-shared'
    const client = createClient(${api}, 'bench')
    createRoot(document.getElementById('login')).render(<Auth supabaseClient={client} view="magic_link" providers={[]} appearance={{ theme: ThemeSupa }} />)`,
  page: () => hostPage({ scripts: bundleTag }),
  answer: () => json({}),
}

const firebase: Contestant = {
  id: 'firebaseui',
  name: 'FirebaseUI',
  kind: 'peer',
  package: 'firebaseui',
  methods: 'password, link, SMS, social',
  source: `import firebase from 'firebase/compat/app'
    import 'firebase/compat/auth'
    import * as firebaseui from 'firebaseui'
    import 'firebaseui/dist/firebaseui.css'
    firebase.initializeApp({ apiKey: 'bench', authDomain: 'bench.example.test', projectId: 'bench' })
    new firebaseui.auth.AuthUI(firebase.auth()).start('#login', {
      signInOptions: [{ provider: firebase.auth.EmailAuthProvider.PROVIDER_ID }], credentialHelper: firebaseui.auth.CredentialHelper.NONE,
    })`,
  page: () => hostPage({ head: '<link rel="stylesheet" href="index.css">', scripts: bundleTag }),
  answer: () => json({}),
}

const attribute = (over = {}) => ({
  enabled: false,
  required: false,
  used_for_first_factor: false,
  first_factors: [],
  used_for_second_factor: false,
  second_factors: [],
  verifications: [],
  verify_at_sign_up: false,
  ...over,
})
const environment = {
  object: 'environment',
  id: 'env_bench',
  maintenance_mode: false,
  auth_config: { object: 'auth_config', id: 'aac_bench', single_session_mode: true, claimed_at: null, reverification: true },
  display_config: {
    object: 'display_config',
    id: 'dc_bench',
    instance_environment_type: 'production',
    application_name: 'Bench',
    theme: { general: {}, buttons: {}, accounts: {} },
    preferred_sign_in_strategy: 'otp',
    logo_image_url: null,
    favicon_image_url: null,
    home_url: '/',
    sign_in_url: '/',
    sign_up_url: '/',
    user_profile_url: '/',
    after_sign_in_url: '/',
    after_sign_up_url: '/',
    after_sign_out_one_url: '/',
    after_sign_out_all_url: '/',
    after_switch_session_url: '/',
    branded: false,
    captcha_public_key: null,
    captcha_widget_type: null,
    captcha_provider: 'turnstile',
    captcha_oauth_bypass: [],
    show_devmode_warning: false,
  },
  user_settings: {
    attributes: {
      email_address: attribute({
        enabled: true,
        required: true,
        used_for_first_factor: true,
        first_factors: ['email_code'],
        verifications: ['email_code'],
        verify_at_sign_up: true,
      }),
      phone_number: attribute(),
      username: attribute(),
      first_name: attribute(),
      last_name: attribute(),
      password: attribute(),
      web3_wallet: attribute(),
      authenticator_app: attribute(),
      backup_code: attribute(),
      passkey: attribute(),
      ticket: attribute(),
    },
    actions: { delete_self: false, create_organization: false, create_organizations_limit: null },
    social: {},
    enterprise_sso: { enabled: false },
    saml: { enabled: false },
    sign_in: { second_factor: { required: false } },
    sign_up: { captcha_enabled: false, progressive: true, mode: 'public', legal_consent_enabled: false, custom_action_required: false },
    password_settings: { min_length: 8, max_length: 72, allowed_special_characters: '' },
    passkey_settings: { allow_autofill: false, show_sign_in_button: false },
    username_settings: { min_length: 4, max_length: 64 },
  },
  organization_settings: {
    enabled: false,
    max_allowed_memberships: 1,
    actions: {},
    domains: { enabled: false, enrollment_modes: [], default_role: null },
  },
  commerce_settings: { billing: { enabled: false, has_paid_user_plans: false, has_paid_org_plans: false } },
  api_keys_settings: { enabled: false },
  user_portal: null,
}
const frontendHost = 'clerk.example.test'
const key = `pk_live_${Buffer.from(`${frontendHost}$`).toString('base64')}`
const packages = join(peersFolder, 'node_modules/@clerk')

/**
 * https://clerk.com/docs: its two script tags are those of its dashboard. They are not bundled,
 * because their vendor does not intend that.
 */
const clerk: Contestant = {
  id: 'clerk',
  name: 'Clerk',
  kind: 'peer',
  package: '@clerk/clerk-js',
  methods: 'code, link, password, passkey, social, wallets',
  files: { 'clerk/': join(packages, 'clerk-js/dist'), 'ui/': join(packages, 'ui/dist') },
  hosts: [frontendHost],
  page: () =>
    hostPage({
      head: `<script defer crossorigin="anonymous" src="clerk/clerk.browser.js" data-clerk-publishable-key="${key}"></script>
    <script defer crossorigin="anonymous" src="ui/ui.browser.js"></script>`,
      scripts: `<script type="module">
      await Clerk.load({ ui: { ClerkUI: window.__internal_ClerkUICtor } })
      Clerk.mountSignIn(document.getElementById('login'), { routing: 'hash' })
    </script>`,
    }),
  answer: ({ pathname }) => {
    if (pathname === '/v1/environment') return json(environment)
    const client = {
      object: 'client',
      id: 'client_bench',
      sessions: [],
      sign_in: null,
      sign_up: null,
      last_active_session_id: null,
      created_at: 1,
      updated_at: 1,
    }
    if (pathname === '/v1/client') return json({ response: client, client: null })
    return json({ response: null, client })
  },
}

const domain = 'auth0.example.test'

/** https://auth0.com/docs/libraries/lock: it loads its connections as a script from its server. */
const auth0: Contestant = {
  id: 'auth0-lock',
  name: 'Auth0 Lock',
  kind: 'peer',
  package: 'auth0-lock',
  methods: 'password, link, code, social',
  hosts: [domain, 'cdn.auth0.com'],
  // The package auth0-js says that all of its files are ES modules, but the one that it names for
  // `require` is not.
  mainFields: ['browser', 'module', 'main'],
  source: `import { Auth0Lock } from 'auth0-lock'
    new Auth0Lock('bench', '${domain}', { container: 'login', configurationBaseUrl: 'https://${domain}', rememberLastLogin: false, allowSignUp: false, theme: { logo: 'data:,' } }).show()`,
  page: () => hostPage({ scripts: bundleTag }),
  answer: ({ pathname }) => {
    const script = (body: string): ServerAnswer => ({ status: 200, type: 'text/javascript', body })
    // Its texts, as its vendor's server sends them.
    if (pathname.endsWith('/en.js')) {
      const { default: words } = createRequire(join(peersFolder, 'package.json'))('auth0-lock/lib/i18n/en.js')
      return script(`Auth0.registerLanguageDictionary('en', ${JSON.stringify(words)})`)
    }
    if (!pathname.endsWith('.js')) return json({})
    const settings = {
      id: 'bench',
      tenant: 'bench',
      subscription: 'free',
      authorize: `https://${domain}/authorize`,
      callback: 'http://localhost/',
      hasAllowedOrigins: true,
      strategies: [
        {
          name: 'auth0',
          connections: [
            {
              name: 'Username-Password-Authentication',
              forgot_password_url: '',
              signup_url: '',
              passwordPolicy: 'good',
              showSignup: false,
              showForgot: true,
            },
          ],
        },
      ],
    }
    return script(`Auth0.setClient(${JSON.stringify(settings)})`)
  },
}

export const others: Contestant[] = [hanko, supabase, firebase, clerk, auth0]
