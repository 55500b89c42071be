/** What a visitor does in every engine. Each flow is written once. */
import { readFileSync } from 'node:fs'
import * as assert from 'uvu/assert'
import { codes, hostPage, LINKS, PUBLIC_TOKEN, until } from '../chromium/visitors.ts'
import { APP as CLIENT, CHALLENGE, policy as rules } from '../../src/tools/states/states.ts'
import type { Part } from './engine.ts'
import type { EngineVisitor, Setting } from './host.ts'

/** A row of the table in docs/reports/browsers.md. */
export interface Flow {
  name: string
  setting: Setting
  act(visitor: EngineVisitor): Promise<void>
}

const EMAIL = 'ada@example.com'
const PASSWORD = 'fjord-violin-walnut-72'
const button = (name: string): Part => ['button', name]
const field = (name: string): Part => ['field', name]
const heading = (name: string): Part => ['heading', name]
const success = heading('Success!')

const [byHost, byNonce] = [...readFileSync('docs/guides/content-security-policy.md', 'utf8').matchAll(/^```csp\n([\s\S]*?)^```/gm)].map(
  ([, text]) => text!.replace(/\s+/g, ' ').trim().replace('https://api.stytch.com', 'API'),
)

const signedIn = async (visitor: EngineVisitor) => {
  await visitor.sees(success)
  assert.ok(await visitor.hasSession(), 'there is a session')
}

const byLink = async (visitor: EngineVisitor) => {
  await visitor.fills(field('Email'), `${EMAIL}\n`)
  await visitor.sees(heading('Check your email'))
  await visitor.open((await visitor.message()).url!)
  await signedIn(visitor)
}

const typesCode = async (visitor: EngineVisitor) => {
  await visitor.sees(heading('Enter passcode'))
  await until(() => visitor.run(() => !!document.activeElement?.matches('.lk-code-input')), 'the field of the code has the focus')
  await visitor.type((await visitor.message()).code!)
  await signedIn(visitor)
}

const byText = async (visitor: EngineVisitor) => {
  await visitor.fills(field('Phone number'), '2133734253')
  await visitor.presses(button('Continue with text message'))
  await typesCode(visitor)
}

/** Waits until the button can be pressed: the strength of a password is rated in between. */
const goesOn = async (visitor: EngineVisitor) => {
  await until(
    () =>
      visitor.run(() =>
        [...document.querySelectorAll('button')].some((one) => one.textContent === 'Continue' && one.ariaDisabled !== 'true'),
      ),
    'Continue can be pressed',
  )
  await visitor.presses(button('Continue'))
}

const PASSWORDS = { products: ['passwords'] }
const seedUser = (visitor: EngineVisitor) => visitor.emulator.seed({ users: [{ emails: [{ email: EMAIL }], password: PASSWORD }] })

/** A page that mounts a screen in code. */
const mounting = (provider: string, method: string, props: string) =>
  hostPage(`<main><h1>A host</h1><div id="login"></div></main><script type="module">
  import { LatchkeyClient } from '/embed/widget.js'
  window.client = new LatchkeyClient('${PUBLIC_TOKEN}', { customBaseUrl: '${provider}' })
  const query = new URLSearchParams(location.search)
  ${method && `client.${method}({ elementId: '#login', ${props} })`}
</script>`)

const social = { products: ['oauth', 'emailMagicLinks'], oauthOptions: { providers: [{ type: 'google' }, { type: 'apple' }] } }

export const flows: readonly Flow[] = [
  { name: 'Log in by link', setting: { config: LINKS, project: { pkce_required_for_email_magic_links: true } }, act: byLink },
  { name: 'Log in by code, by text message', setting: { config: codes('sms') }, act: byText },
  {
    name: 'Log in by code, by email',
    setting: { config: codes('email') },
    async act(visitor) {
      await visitor.fills(field('Email'), `${EMAIL}\n`)
      await typesCode(visitor)
    },
  },
  {
    name: 'Sign up with a password',
    setting: { config: PASSWORDS },
    async act(visitor) {
      await visitor.fills(field('Email'), `${EMAIL}\n`)
      await visitor.sees(heading('Create your account'))
      await visitor.fills(field('Password'), PASSWORD)
      await goesOn(visitor)
      await signedIn(visitor)
    },
  },
  {
    name: 'Log in by password',
    setting: { config: PASSWORDS },
    async act(visitor) {
      seedUser(visitor)
      await visitor.fills(field('Email'), `${EMAIL}\n`)
      await visitor.sees(heading('Log In'))
      await visitor.fills(field('Password'), `wrong-${PASSWORD}\n`)
      await visitor.sees(['text', 'Unauthorized credentials.'])
      await visitor.run(() => document.querySelector<HTMLInputElement>('#password-input')!.select())
      await visitor.type(`${PASSWORD}\n`)
      await signedIn(visitor)
    },
  },
  {
    name: 'Log in by password, then a passkey without a question if the browser offers that',
    setting: { config: { products: ['passwords', 'passkeys'], passkeyOptions: { upgrade: true } } },
    async act(visitor) {
      seedUser(visitor)
      await visitor.fills(field('Email'), `${EMAIL}\n`)
      await visitor.sees(heading('Log In'))
      await visitor.fills(field('Password'), `${PASSWORD}\n`)
      await signedIn(visitor)
    },
  },
  {
    name: 'The page for a new password',
    setting: {
      config: PASSWORDS,
      pages: (provider) => ({ '/reset': mounting(provider, 'mountResetPassword', `passwordResetToken: query.get('token')`) }),
    },
    async act(visitor) {
      seedUser(visitor)
      await visitor.fills(field('Email'), `${EMAIL}\n`)
      await visitor.presses(button('Forgot Password?'))
      const { searchParams } = new URL((await visitor.message()).url!)
      await visitor.open(`${visitor.site}/reset?token=${searchParams.get('token')}&stytch_token_type=reset_password`)
      await visitor.sees(heading('Reset your password'))
      await visitor.fills(field('Password'), `new-${PASSWORD}`)
      await goesOn(visitor)
      await signedIn(visitor)
    },
  },
  {
    name: 'Log in with Google (OAuth)',
    setting: { config: social, project: { pkce_required_for_oauth: true } },
    async act(visitor) {
      visitor.emulator.project({ default_redirect_url: `${visitor.site}/?kept=1` })
      await visitor.presses(button('Continue with Google'))
      await visitor.sees(heading('Log in with Google'))
      await visitor.fills(field('Someone else'), EMAIL)
      await visitor.presses(button('Allow'))
      await signedIn(visitor)
      assert.is(await visitor.run(() => location.search), '?kept=1')
    },
  },
  {
    name: 'Consent to an app, and return to it',
    setting: {
      project: { project_name: 'Larch' },
      path: '/signin',
      pages: (provider) => ({
        '/consent': mounting(provider, 'mountIdentityProvider', ''),
        '/signin': mounting(provider, '', ''),
        '/app': hostPage('<h1>Sunny Notes</h1>'),
      }),
    },
    async act(visitor) {
      const redirect_uri = `${visitor.site}/app?keep=1`
      visitor.emulator.seed({ policy: rules, clients: [{ ...CLIENT, redirect_uris: [redirect_uri] }] })
      seedUser(visitor)
      await until(() => visitor.run(() => 'client' in window), 'the client')
      await visitor.run(
        (given) =>
          (window as unknown as { client: import('../../src/entries/index.ts').LatchkeyClient }).client.passwords
            .authenticate({ ...given, session_duration_minutes: 30 })
            .then(() => {}),
        { email: EMAIL, password: PASSWORD },
      )
      const request = { client_id: CLIENT.client_id, redirect_uri, code_challenge: CHALLENGE, scope: 'openid notes:read', state: 's' }
      await visitor.open(`${visitor.site}/consent?${new URLSearchParams(request)}`)
      await visitor.sees(heading('Sunny Notes wants to access your Larch account'))
      await visitor.presses(button('Allow'))
      await visitor.sees(heading('Sunny Notes'))
      assert.match(await visitor.run(() => location.search), /^\?keep=1&state=s&code=|^\?keep=1&code=[^&]+&state=s/)
    },
  },
  { name: 'Strict policy with Trusted Types, by origin', setting: { config: LINKS, policy: byHost! }, act: byLink },
  { name: 'Strict policy with Trusted Types, by nonce', setting: { config: codes('sms'), policy: byNonce! }, act: byText },
  {
    name: 'In a shadow root, dark',
    setting: { config: { ...LINKS, enableShadowDOM: true }, attributes: { 'data-styles': '{"colorScheme":"dark"}' } },
    act: byLink,
  },
  {
    name: 'Passkeys, wallets and One Tap are offered or absent, without an error',
    setting: {
      config: {
        products: ['emailMagicLinks', 'passkeys', 'crypto', 'oauth'],
        oauthOptions: { providers: [{ type: 'google', one_tap: true }] },
      },
    },
    async act(visitor) {
      await visitor.sees(field('Email'))
      await byLink(visitor)
    },
  },
]
