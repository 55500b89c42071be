/**
 * Tests that no entry takes for an option what another script has added to Object.prototype: while
 * the names of all options are there, nothing of ours may read one that a host has not given.
 * test/tools/pollution.test.ts has the functions outside of the browser.
 */
import { closeAll, newParent } from '../harness/login.ts'
import { inStrictMode } from '../harness/strictMode.tsx'
import { settled } from '../harness/screen.ts'
import type { ComponentType } from 'react'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as b2b from '../../src/entries/b2b.ts'
import * as compatB2b from '../../src/entries/compat/b2b/headless.ts'
import * as compatHeadless from '../../src/entries/compat/headless.ts'
import * as compat from '../../src/entries/compat/index.ts'
import * as compatReact from '../../src/entries/compat/react.tsx'
import { defineElements } from '../../src/entries/element.ts'
import * as headless from '../../src/entries/headless.ts'
import { LatchkeyClient } from '../../src/entries/index.ts'
import * as react from '../../src/entries/react.tsx'

const test = suite('options in Object.prototype')
test.after.each(closeAll)

const TOKEN = 'public-token-test-pollution'
const OPTIONS = { customBaseUrl: 'http://provider.test' }
const mounts = ['mountLogin', 'mountResetPassword', 'mountPasskeyRegistration', 'mountIdentityProvider'] as const

const names = `client config presentation styles callbacks strings language passwordResetToken getIDPConsentManifest authTokenParams shadow
  elementId authenticateByUrl methods sections publicToken baseUrl backend authenticate customBaseUrl endpoints endpointOptions
  cookieOptions opaqueTokenCookieName jwtCookieName istCookieName availableToSubdomains keepSessionAlive dfppaUrl dfpCdnUrl
  testAPIURL liveAPIURL apiDomain testApiDomain nonce products oauthOptions providers one_tap custom_scopes provider_params
  loginRedirectURL emailMagicLinksOptions otpOptions passwordOptions passkeyOptions sessionOptions legal prefill
  rememberLastMethod successURL enableShadowDOM hideHeaderText logo logoImageUrl colors buttons container inputs fontFamily
  colorScheme theme onEvent onError confirm clearParams session_duration_minutes locale`.split(/\s+/)

/** Returns which of our own lines read a name that is only in Object.prototype. */
const readsDuring = async (act: () => Promise<void>) => {
  const reads = new Set<string>()
  for (const name of names)
    Object.defineProperty(Object.prototype, name, {
      configurable: true,
      get() {
        const [line = ''] = new Error().stack!.split('\n').slice(2)
        if (/src\/(?!ui\/frameworks)/.test(line)) reads.add(`${name}: ${line.replace(/.*src\//, 'src/')}`)
      },
      set(value) {
        Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true })
      },
    })
  try {
    await act()
    await settled()
  } finally {
    for (const name of names) delete (Object.prototype as Record<string, unknown>)[name]
  }
  return [...reads]
}

const nothing = {} as never

/** What is called without options, whatever it needs by its types. */
type Loose = Record<string, (props: object) => unknown>
type LooseElement = HTMLElement & { client: unknown; render(props: object): void }

const entries: Record<string, () => Promise<void> | void> = {
  latchkey: () => {
    const client = new LatchkeyClient(TOKEN, OPTIONS) as unknown as Loose
    for (const mount of [...mounts, 'mountAccount', 'mountSecondFactor']) client[mount]!({ elementId: newParent() })
  },
  'latchkey/element': async () => {
    defineElements(nothing)
    for (const name of ['login', 'reset-password', 'passkey-registration', 'second-factor', 'account', 'identity-provider']) {
      const element = document.createElement(`latchkey-${name}`)
      element.setAttribute('public-token', TOKEN)
      element.setAttribute('base-url', OPTIONS.customBaseUrl)
      newParent().append(element)
      await settled()
      element.setAttribute('styles', '{}')
      await settled()
    }
  },
  'latchkey/react': async () => {
    const client = new LatchkeyClient(TOKEN, OPTIONS)
    const { LatchkeyProvider, Login, ResetPassword, PasskeyRegistration, SecondFactor, Account, IdentityProvider } = react
    for (const Screen of [Login, ResetPassword, PasskeyRegistration, SecondFactor, Account, IdentityProvider] as ComponentType[]) {
      const { unmount } = inStrictMode(
        <LatchkeyProvider client={client}>
          <Screen />
        </LatchkeyProvider>,
      )
      await settled()
      unmount()
    }
  },
  'latchkey/headless': () => void new headless.HeadlessClient(TOKEN, OPTIONS),
  'latchkey/b2b': () => void new b2b.B2BHeadlessClient(TOKEN, OPTIONS),
  'latchkey/compat': async () => {
    const client = new compat.StytchUIClient(TOKEN, OPTIONS)
    for (const mount of mounts) {
      ;(client as unknown as Loose)[mount]!({ elementId: newParent() })
      const mounted = compat[mount]({ elementId: newParent(), client } as never) as unknown as LooseElement & {
        config: unknown
        language: unknown
      }
      void [mounted.language, mounted.config]
      mounted.render(nothing)
    }
    const { StytchUI, StytchResetPassword, StytchPasskeyRegistration, StytchIdentityProvider } = compat
    for (const [at, Element] of Object.entries([StytchUI, StytchResetPassword, StytchPasskeyRegistration, StytchIdentityProvider])) {
      customElements.define(`polluted-${at}`, Element)
      const element = new Element(nothing) as unknown as LooseElement
      element.client = client
      newParent().append(element)
      await settled()
      element.render({ config: nothing, presentation: nothing })
      await settled()
      assert.not(element.shadowRoot)
    }
  },
  'latchkey/compat/react': async () => {
    const client = compatReact.createStytchClient(TOKEN, OPTIONS)
    const { StytchProvider, StytchLogin, StytchPasswordReset, StytchPasskeyRegistration, IdentityProvider } = compatReact
    for (const Screen of [StytchLogin, StytchPasswordReset, StytchPasskeyRegistration, IdentityProvider] as ComponentType[]) {
      const { unmount } = inStrictMode(
        <StytchProvider stytch={client}>
          <Screen />
        </StytchProvider>,
      )
      await settled()
      unmount()
    }
  },
  'latchkey/compat/headless': () => void new compatHeadless.StytchClient(TOKEN, OPTIONS),
  'latchkey/compat/b2b/headless': () => void new compatB2b.StytchB2BClient(TOKEN, OPTIONS),
}

for (const [entry, act] of Object.entries(entries))
  test(`${entry} reads no option that nobody has given`, async () => {
    assert.equal(await readsDuring(async () => act()), [])
  })

test.run()
