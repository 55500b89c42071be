/**
 * Tests a second factor in Chromium: the visitor logs in with a password, is asked for more by an
 * app, a text message or a recovery code, and the host's server, as docs/guides/second-factor.md
 * has it, lets them pass. By mouse, by keyboard, under a strict policy, and with faults.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transformSync } from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { appCode } from '../states/appCode.ts'
import { secondFactors } from '../../src/tools/states/states.ts'
import { closeBrowser } from '../harness/browser.ts'
import { inAll } from '../harness/everything.ts'
import { root, sample } from '../harness/documents.ts'
import { TIMEOUT, untimed, visiting, widget, words } from './troubles.ts'
import {
  alertOf,
  hostPage,
  inCode,
  pressCounts,
  PUBLIC_TOKEN,
  until,
  visible,
  type Arrangement,
  type Arrive,
  type Visitor,
} from './visitors.ts'

test.after(closeBrowser)

const visitingInAll = inAll(visiting)
const EMAIL = 'ada@example.com'
const PASSWORD = 'fjord-violin-walnut-72'
const VERIFY = 'POST /totps/authenticate'
const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src *; require-trusted-types-for 'script'; trusted-types 'none'`

/** The page's own script, which a strict policy allows only as a file. */
const script = (provider: string, code: string) => ({
  html: `import { LatchkeyClient } from '/embed/widget.js'
    const client = new LatchkeyClient('${PUBLIC_TOKEN}', ${JSON.stringify({ customBaseUrl: provider, timeout: TIMEOUT })})
    const told = []
    const callbacks = { onEvent: ({ type }) => told.push(type), onError: ({ code, error_type }) => told.push(error_type || code) }
    const strings = ${JSON.stringify(words)}
    Object.assign(window, { client, told })
    ${code}`,
  headers: { 'content-type': 'text/javascript' },
})

/** A host who asks for a second factor after the log-in. */
const host = (props: object = {}): Arrangement => ({
  headers: { 'content-security-policy': policy },
  html: () => hostPage('<main><h1>A host</h1><div id="login"></div></main><script type="module" src="/first.js"></script>'),
  pages: (_, provider) => ({
    '/first.js': script(
      provider,
      `client.mountLogin({ elementId: '#login', strings, config: { products: ['passwords'], successURL: '/second' }, callbacks })`,
    ),
    '/second': { html: hostPage('<main><h1>A host</h1><div id="login"></div></main><script type="module" src="/second.js"></script>') },
    '/second.js': script(provider, `client.mountSecondFactor({ elementId: '#login', strings, callbacks, ...${JSON.stringify(props)} })`),
    '/account': { html: hostPage('<h1>Your account</h1>') },
  }),
  project: { second_factor: 'required' },
  first: untimed(TIMEOUT),
})

/** A visitor who has logged in with their password, and is asked for more. */
const logIn = async (arrive: Arrive, props?: object) => {
  const visitor = await arrive(host(props))
  const { page, emulator } = visitor
  emulator.seed({ users: [{ emails: [{ email: EMAIL }], password: PASSWORD, ...secondFactors }] })
  await widget(page).email.fill(EMAIL)
  await widget(page).continueWithEmail.click()
  await page.locator('#password-input').fill(PASSWORD)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL('**/second')
  return visitor
}

/** The server of docs/guides/second-factor.md. */
const transferOf = async ({ emulator, provider }: Visitor): Promise<(request: Request) => Promise<Response>> => {
  Object.assign(process.env, { STYTCH_PROJECT_ID: emulator.project_id, STYTCH_BASE_URL: provider })
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/second-factor-'))
  try {
    const file = join(folder, 'sample.mjs')
    writeFileSync(file, transformSync(sample('docs/guides/second-factor.md', 'On your server', ['ts']), { loader: 'ts' }).code)
    return (await import(pathToFileURL(file).href)).transfer
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * What the host's server answers to the visitor's page, and the provider to a call that it
 * protects.
 */
const asked = async (visitor: Visitor) => {
  const transfer = await transferOf(visitor)
  const cookies = await visitor.page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const { status } = await transfer(new Request('https://host.example/transfer', { headers: { cookie } }))
  const provider = await visitor.page.evaluate(() =>
    (window as any).client.totps.recoveryCodes().then(
      () => 'passed',
      (error: any) => error.error_type,
    ),
  )
  return [status, provider]
}
const told = ({ page }: Visitor) => page.evaluate(() => (window as any).told as string[])
const confirmed = ({ page }: Visitor) => visible(page.getByText(words['secondFactor.success.content']))
const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name })

visiting('by the app: the server refuses one factor, and lets two pass', async (arrive) => {
  const visitor = await logIn(arrive)
  await visible(widget(visitor.page).codeAwaited)
  assert.equal(await asked(visitor), [403, 'unauthorized_action'])
  await visitor.page.keyboard.type(appCode(visitor.emulator))
  await confirmed(visitor)
  await until(async () => (await told(visitor)).length > 1, 'both events')
  assert.equal(await told(visitor), ['SECOND_FACTOR_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  assert.equal(await asked(visitor), [200, 'passed'])

  await visitor.page.reload()
  await confirmed(visitor)
  await until(async () => (await told(visitor)).length, 'the event')
  assert.equal(await told(visitor), ['AUTHENTICATE_FLOW_COMPLETE'])
  assert.is(visitor.sent(VERIFY).length, 1)
})

visitingInAll('by a text message, which a reload does not send, and on to the page of the host', async (arrive) => {
  const visitor = await logIn(arrive, { methods: ['sms', 'totp'], config: { successURL: '/account' } })
  const { page, emulator } = visitor
  await visible(button(visitor, words['secondFactor.sms.send']))
  await page.reload()
  await visible(button(visitor, words['secondFactor.sms.send']))
  assert.is(emulator.outbox().length, 0)
  assert.not.ok((await page.locator('#login').innerText()).includes('0123'))
  await button(visitor, words['secondFactor.sms.send']).dblclick()
  await visible(widget(page).codeAwaited)
  assert.is(visitor.sent('POST /otps/sms/send/secondary').length, 1)
  await page.keyboard.type((await visitor.message()).code!)
  await page.waitForURL('**/account')
})

visitingInAll('by a recovery code, with the keyboard alone', async (arrive) => {
  const visitor = await logIn(arrive)
  const { page } = visitor
  await visible(widget(page).codeAwaited)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await visible(page.getByText(words['secondFactor.recoveryCode.content']))
  await until(() => page.locator('h2:focus').count(), 'the focus on the title')
  await page.keyboard.press('Tab')
  await page.keyboard.type('wrong')
  await pressCounts(button(visitor, words['secondFactor.continue']))
  await page.keyboard.press('Enter')
  assert.is(await alertOf(page), words['secondFactor.error.recoveryCode'])
  await until(() => page.locator('#recovery-code-input:focus').count(), 'the focus on the field')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(secondFactors.totp.recovery_codes[0]!)
  await page.keyboard.press('Enter')
  await visible(page.getByText(words['secondFactor.recovered.content']))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await confirmed(visitor)
  assert.equal(await asked(visitor), [200, 'passed'])
  assert.equal(await told(visitor), ['unable_to_authenticate_recovery_code', 'SECOND_FACTOR_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
})

visitingInAll('the code of the screen that cannot be fetched: a sentence, and a retry', async (arrive) => {
  let broken = true
  const visitor = await arrive({
    html: inCode({}, { mount: 'mountSecondFactor', strings: words }),
    first: (page) =>
      page.context().route('**/c/secondFactor.*.js*', (route) => (broken ? route.fulfill({ status: 404 }) : route.continue())),
  })
  await visible(visitor.page.getByText(words['error.unreachable']))
  broken = false
  await widget(visitor.page).tryAgain.click()
  await visible(visitor.page.getByText(words['secondFactor.noUser']))
})

test.run()
