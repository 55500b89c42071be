/**
 * Lists what pages load from others, in each configuration and with the addresses that visitors
 * have: nothing, unless the project or the options ask for it. The scripts of others do nothing
 * here.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sessionCookies } from '../../src/tools/testing/sessionCookies.ts'
import { closeBrowser } from '../harness/browser.ts'
import {
  codes,
  each,
  hostPage,
  inCode,
  LINKS,
  PUBLIC_TOKEN,
  SEND_LINK,
  until,
  visible,
  visiting,
  widget,
  type Arrangement,
  type Visitor,
} from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'
const social = (one_tap?: boolean) => ({
  products: ['oauth'],
  oauthOptions: { providers: [{ type: 'google', ...(one_tap && { one_tap }) }] },
})
const everything = {
  ...codes('sms', 'whatsapp', 'email'),
  ...social(),
  products: ['oauth', 'crypto', 'otp', 'passwords', 'passkeys'],
}
const captcha_settings = { enabled: true, siteKey: 'site-key' }

/**
 * Arrives, and resolves with the visitor and what their page asks others for: scripts by their
 * addresses, everything else by its origin.
 */
const arriveListing = async (arrive: (arrangement: Arrangement) => Promise<Visitor>, arrangement: Arrangement) => {
  const asked = new Set<string>()
  const visitor = await arrive({ ...arrangement, path: null, expected: /One Tap|GetTelemetryID|grecaptcha/ })
  await visitor.page.context().route(
    (url) => url.protocol.startsWith('http') && ![visitor.site, visitor.provider].includes(url.origin),
    async (route) => {
      const request = route.request()
      const { origin, pathname } = new URL(request.url())
      asked.add(request.resourceType() === 'script' ? origin + pathname : `${request.resourceType()} of ${origin}`)
      await route.fulfill(request.resourceType() === 'script' ? { contentType: 'text/javascript', body: '' } : { status: 404, body: '' })
    },
  )
  await visitor.page.goto(`${visitor.site}${arrangement.path ?? '/'}`)
  return { ...visitor, asked: () => [...asked].sort() }
}

/** Types an address and sends it, wherever the configuration has a field for one. */
const send = async ({ page }: Visitor) => {
  await widget(page).email.fill(EMAIL)
  await page.keyboard.press('Enter')
}

const configurations: Record<string, object> = {
  'email links': LINKS,
  'codes by email': codes('email'),
  'codes by text, to type a number for': codes('sms', 'whatsapp'),
  passwords: { products: ['passwords'] },
  'social sign-in': social(),
  passkeys: { products: ['passkeys', 'emailMagicLinks'] },
  wallets: { products: ['crypto', 'emailMagicLinks'] },
  everything,
}

visiting('no way to log in loads anything of others', async (arrive) => {
  await each(Object.entries(configurations), async ([name, config]) => {
    const visitor = await arriveListing(arrive, { config })
    const { page, asked } = visitor
    await visible(page.locator('[data-latchkey] button').first())
    const { email, phone } = widget(page)
    if (await email.isVisible()) {
      await send(visitor)
      await until(
        () => visitor.emulator.requests().some(({ method, path }) => method === 'POST' && path !== '/sdk/v1/events'),
        `${name}: the call`,
      )
    } else if (await phone.isVisible()) {
      await phone.pressSequentially('2133734253')
      await page.keyboard.press('Enter')
      await visitor.message()
    }
    await visitor.idle()
    assert.equal(asked(), [], name)
    await visitor.leave()
  })
})

visiting('nor do the pages for passkeys, a new password and consent, and the headless clients', async (arrive) => {
  const headless = () =>
    hostPage(`<script type="module">
    import { HeadlessClient } from '/headless/index.js'
    import { B2BHeadlessClient } from '/b2b/index.js'
    window.ready = true
    window.start = (provider) => [HeadlessClient, B2BHeadlessClient].map((Client) => new Client('${PUBLIC_TOKEN}', { customBaseUrl: provider }))
  </script>`)
  await each(
    [
      { path: '/', html: inCode({}, { mount: 'mountPasskeyRegistration' }) },
      { path: '/', html: inCode({}, { mount: 'mountSecondFactor' }) },
      { path: '/', html: inCode({}, { mount: 'mountResetPassword', passwordResetToken: 'a-token' }) },
      {
        path: '/?client_id=app&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&response_type=code&scope=openid',
        html: inCode({}, { mount: 'mountIdentityProvider' }),
      },
      { path: '/', html: headless },
    ],
    async ({ path, html }) => {
      const visitor = await arriveListing(arrive, { path: '/nothing', html })
      const { page, site, provider, emulator, asked } = visitor
      emulator.seed({ clients: [{ client_id: 'app', client_name: 'An app', redirect_uris: ['https://app.example/cb'] }] })
      await page.context().addCookies(sessionCookies(await emulator.signIn({ email: EMAIL }), site))
      await page.goto(site + path)
      if (html === headless) {
        await page.waitForFunction('window.ready')
        await page.evaluate(
          `void start('${provider}').map((client) => client.magicLinks.email.discovery?.send({ email_address: '${EMAIL}' }) ?? client.magicLinks.email.loginOrCreate('${EMAIL}'))`,
        )
        await visitor.message()
      } else await visible(page.locator('[data-latchkey] :is(h1, h2, button)').first())
      await visitor.idle()
      assert.equal(asked(), [])
      await visitor.leave()
    },
  )
})

const askedFor: { name: string; arrangement: Arrangement; scripts: string[] }[] = [
  {
    name: 'captcha, if the project requires it',
    arrangement: { config: LINKS, project: { captcha_settings } },
    scripts: ['https://www.google.com/recaptcha/enterprise.js'],
  },
  {
    name: 'fraud protection, if the project requires it',
    arrangement: { config: LINKS, project: { dfp_protected_auth_enabled: true } },
    scripts: ['https://elements.stytch.com/telemetry.js'],
  },
]

visiting('captcha and fraud protection load when a call needs them, if the project requires them', async (arrive) => {
  await each(askedFor, async ({ name, arrangement, scripts }) => {
    const visitor = await arriveListing(arrive, arrangement)
    await visible(widget(visitor.page).email)
    await visitor.idle()
    assert.equal(visitor.asked(), [], `${name}, before the call`)
    await send(visitor)
    await until(() => visitor.sent(SEND_LINK).length, 'the call')
    assert.equal(visitor.asked(), scripts, name)
    await visitor.leave()
  })
})

visiting("Google One Tap loads the provider's frame and Google's script, if the options ask for it", async (arrive) => {
  const visitor = await arriveListing(arrive, { config: social(true) })
  await until(() => visitor.asked().length, 'the frame')
  await visible(visitor.page.getByRole('button', { name: /Google/ }))
  await visitor.idle()
  assert.equal(visitor.asked(), ['document of https://js.stytch.com'])
  await visitor.leave()
})

test.run()
