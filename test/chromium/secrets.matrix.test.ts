/**
 * Looks for the secrets of visitors in everything that a page writes while they sign in, and while
 * that fails. Each visitor of the other tests is looked at in the same way when they leave
 * (visitors.ts); this file adds what a host's own functions get, and proves that a leak is noticed.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { addAuthenticator } from '../harness/authenticator.ts'
import { closeBrowser } from '../harness/browser.ts'
import { leaksIn } from '../harness/leaks.ts'
import { submitPassword } from './passwordVisits.ts'
import { withSoftwareWallets } from './softwareWallets.ts'
import {
  alertOf,
  arrive,
  codes,
  inCode,
  LINKS,
  OPEN_LINK,
  PUBLIC_TOKEN,
  secretsIn,
  visible,
  visiting,
  widget,
  type Arrangement,
  type Visitor,
} from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'
const PASSWORD = 'fjord-violin-walnut-72'
const WRONG = 'wrong-horse-battery-7'

/** A page whose own functions note what the widget tells them, over reloads and in every tab. */
const noting = (config: object, setUp = '', mount = 'mountLogin'): Arrangement['html'] =>
  inCode(
    {},
    { mount, config, authenticateByUrl: true },
    `const note = (what) => { localStorage.noted = (localStorage.noted ?? '') + JSON.stringify(what) }
    props.callbacks = {
      onEvent: (event) => note(event),
      onError: (error) => note([error.message, error.stack, String(error.cause), { ...error }]),
    }
    ${setUp}`,
  )

/**
 * What the host's functions got, without the tokens of the session, which `onEvent` gets on
 * purpose.
 */
const noted = async ({ page }: Visitor) =>
  (await page.evaluate(() => localStorage.noted as string)).replace(/"session_(token|jwt)":"[^"]*"/g, '')

/**
 * Checks that the visitor had secrets of these kinds, and that the host's functions got none of
 * them. Everything else is checked when the visitor leaves.
 */
const keptFrom = async (visitor: Visitor, atLeast: number) => {
  const { emulator, page, site } = visitor
  const secrets = new Set([
    ...secretsIn(emulator.requests().map(({ body }) => body)),
    ...emulator.outbox().flatMap(({ code, url }) => code ?? new URL(url!).searchParams.get('token')!),
    ...(await page.context().cookies(site)).map(({ value }) => value),
  ])
  assert.ok(secrets.size >= atLeast, `${secrets.size} secrets`)
  const got = await noted(visitor)
  assert.ok(got.length > 20, got)
  assert.equal(leaksIn(got, secrets), [], got)
  await visitor.leave()
}

const success = ({ page }: Visitor) => visible(widget(page).success)
const submitEmail = async ({ page }: Visitor) => {
  await widget(page).email.fill(EMAIL)
  await page.keyboard.press('Enter')
}

/** The ways to sign in, each with the number of secrets that it has at least. */
const ways: Record<string, { arrangement: Arrangement; secrets: number; signIn: (visitor: Visitor) => Promise<void> }> = {
  'a link, which fails at first': {
    arrangement: { html: noting(LINKS), project: { pkce_required_for_email_magic_links: true } },
    // token, verifier, two cookies
    secrets: 4,
    async signIn(visitor) {
      await submitEmail(visitor)
      const { url } = await visitor.message()
      visitor.emulator.faults([{ route: OPEN_LINK, times: 1, status: 502, body: `Bad gateway: ${url}` }])
      await visitor.page.goto(url!)
      await widget(visitor.page).tryAgain.click()
      await success(visitor)
    },
  },
  'a code, after a wrong one': {
    arrangement: { html: noting(codes('email')) },
    secrets: 4,
    async signIn(visitor) {
      await submitEmail(visitor)
      await visible(widget(visitor.page).codeAwaited)
      const { code } = await visitor.message()
      await visitor.page.keyboard.type(code === '907316' ? '907317' : '907316')
      await alertOf(visitor.page)
      await visible(widget(visitor.page).codeAwaited)
      await visitor.page.keyboard.type(code!)
      await success(visitor)
    },
  },
  'a password, after a wrong one': {
    arrangement: { html: noting({ products: ['passwords'] }) },
    secrets: 4,
    async signIn(visitor) {
      visitor.emulator.seed({ users: [{ emails: [{ email: EMAIL }], password: PASSWORD }] })
      await submitEmail(visitor)
      await submitPassword(visitor, WRONG)
      await alertOf(visitor.page)
      await submitPassword(visitor, PASSWORD)
      await success(visitor)
    },
  },
  'a new password, after an expired link': {
    arrangement: {
      html: noting(
        { products: ['passwords'] },
        `props.passwordResetToken = new URLSearchParams(location.search).get('token') ?? 'no-token-yet'`,
        'mountResetPassword',
      ),
      project: { pkce_required_for_password_resets: true },
    },
    secrets: 4,
    async signIn(visitor) {
      const { page, site, emulator } = visitor
      emulator.seed({ users: [{ emails: [{ email: EMAIL }], password: PASSWORD }] })
      await page.evaluate(
        (to) => (window as any).client.passwords.resetByEmailStart({ email: to[0], reset_password_redirect_url: to[1] }),
        [EMAIL, `${site}/`],
      )
      const token = new URL((await visitor.message()).url!).searchParams.get('token')
      await page.goto(`${site}/?token=wrong-token-of-nobody&stytch_token_type=reset_password`)
      await submitPassword(visitor, PASSWORD)
      await visible(widget(page).wrong)
      await page.goto(`${site}/?token=${token}&stytch_token_type=reset_password`)
      await submitPassword(visitor, 'larch-cobalt-piano-94')
      await success(visitor)
    },
  },
  'a passkey': {
    arrangement: { html: noting({ products: ['passkeys', 'otp'], otpOptions: { methods: ['sms'] } }) },
    secrets: 3,
    async signIn(visitor) {
      const { page, emulator } = visitor
      await addAuthenticator(page)
      emulator.seed({ users: [{ emails: [{ email: EMAIL }], password: PASSWORD }] })
      await page.evaluate(
        async ([email, password]) => {
          const { client } = window as any
          await client.passwords.authenticate({ email, password, session_duration_minutes: 30 })
          await client.webauthn.register({ is_passkey: true, session_duration_minutes: 30 })
          await client.session.revoke()
        },
        [EMAIL, PASSWORD],
      )
      await page.getByRole('button', { name: 'Login with a Passkey' }).click()
      await visible(page.getByText('Your Passkey has been successfully authenticated.'))
    },
  },
  'a wallet, after a refusal': {
    arrangement: {
      html: noting({ products: ['crypto'] }),
      first: (page) =>
        page.addInitScript(
          withSoftwareWallets(`soft.announceEthereum(window.w = soft.createEthereumWallet(), { name: 'MetaMask', rdns: 'io.metamask' })`),
        ),
    },
    // signature, two cookies
    secrets: 3,
    async signIn(visitor) {
      const { page, emulator } = visitor
      emulator.faults([
        {
          route: 'POST /crypto_wallets/authenticate',
          times: 1,
          status: 400,
          body: { status_code: 400, error_type: 'odd', error_message: 'Odd.' },
        },
      ])
      await page.getByRole('button', { name: 'Continue with Metamask' }).click()
      await alertOf(page)
      await page
        .getByRole('button', { name: /again|Metamask/i })
        .first()
        .click()
      await visible(page.getByText('You have successfully connected your wallet.'))
    },
  },
}

for (const [way, { arrangement, secrets, signIn }] of Object.entries(ways)) {
  visiting(`${way}: no secret is on the console, in the log, in URLs, in errors or in DOM events`, async (arrive) => {
    const visitor = await arrive(arrangement)
    await visible(visitor.page.locator('[data-latchkey] :is(button, input)').first())
    await signIn(visitor)
    await keptFrom(visitor, secrets)
  })
}

/** How a page could let a secret out. */
const leaks: Record<string, (visitor: Visitor, secret: string) => Promise<unknown>> = {
  'on the console': ({ page }, secret) => page.evaluate((secret) => console.info(`code ${secret}`), secret),
  'in a DOM event': ({ page }, secret) =>
    page.evaluate((secret) => dispatchEvent(new CustomEvent('latchkey:event', { detail: { secret } })), secret),
  'in the log': ({ provider }, secret) =>
    fetch(`${provider}/sdk/v1/events`, { method: 'POST', body: JSON.stringify([{ telemetry: {}, event: { details: { secret } } }]) }),
  'in a URL': ({ provider }, secret) =>
    fetch(`${provider}/sdk/v1/users/me?x=${secret}`, { headers: { Authorization: `Basic ${btoa(`${PUBLIC_TOKEN}:${PUBLIC_TOKEN}`)}` } }),
}
for (const [where, leak] of Object.entries(leaks)) {
  for (const kind of ['code', 'password'] as const) {
    test(`a page that lets a ${kind} out is noticed: ${where}`, async () => {
      const visitor = await arrive({ config: kind === 'code' ? codes('email') : { products: ['passwords'] } })
      visitor.emulator.seed({ users: [{ emails: [{ email: EMAIL }], password: PASSWORD }] })
      await submitEmail(visitor)
      if (kind === 'password') {
        await submitPassword(visitor, WRONG)
        await alertOf(visitor.page)
      }
      await leak(visitor, kind === 'code' ? (await visitor.message()).code! : WRONG)
      const error = await visitor.leave().catch((error) => error)
      assert.match(error?.message, 'a secret got out')
    })
  }
}

test.run()
