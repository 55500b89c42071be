/**
 * Tests the account of a visitor in Chromium, under a strict policy, as the script tag's client
 * mounts it and on a host's React: adding and removing each kind, what they read when something
 * fails, and the last way in, which stays (docs/decisions/README.md#the-last-way-in-stays).
 */
import { readFileSync } from 'node:fs'
import { TOTP, URI } from 'otpauth'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Fault, SeedUser } from '../../src/tools/emulator/index.ts'
import { letIn } from '../../src/tools/states/states.ts'
import { addAuthenticator } from '../harness/authenticator.ts'
import { closeBrowser } from '../harness/browser.ts'
import { inAll, sample } from '../harness/everything.ts'
import { readQrCode } from '../harness/qrCode.ts'
import { bundledOnce } from './reactHost.ts'
import { TIMEOUT, untimed, visiting, widget, words } from './troubles.ts'
import { gone, hostPage, pressCounts, PUBLIC_TOKEN, until, visible, type Arrangement, type Arrive, type Visitor } from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'
const NEW_EMAIL = 'ada@analytical.example'
const PHONE = '+12133734253'
/** The same as people write it. */
const NUMBER = '+1 213 373 4253'
const PASSWORD = 'fjord-violin-walnut-72'
const SEND_TO_PHONE = 'POST /otps/sms/send/secondary'
const policy = (images = 'data:') =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src ${images}; connect-src *; require-trusted-types-for 'script'; trusted-types 'none'`

/**
 * What both hosts do: `show` mounts the account once somebody is signed in, or again after a
 * reload.
 */
const common = `
  const { options, strings } = JSON.parse(document.body.dataset.setUp)
  const client = new LatchkeyClient('${PUBLIC_TOKEN}', options)
  const told = []
  const props = {
    strings,
    callbacks: {
      onEvent: ({ type, data }) => told.push([type, data.change, data.section]),
      onError: ({ code, error_type }) => told.push(error_type || code),
    },
  }
  const confirm = (options) => client.confirm({ strings, ...options })
  Object.assign(window, { client, told, show, confirm })`

const react = `
  import { StrictMode } from 'react'
  import { createRoot } from 'react-dom/client'
  import { Account, LatchkeyClient, LatchkeyProvider, useConfirm } from 'latchkey/react'
  ${common}
  function Page() {
    const confirm = useConfirm()
    window.confirm = (options) => confirm({ strings, ...options })
    return <Account {...props} />
  }
  function show() {
    const page = <StrictMode><LatchkeyProvider client={client}><Page /></LatchkeyProvider></StrictMode>
    createRoot(document.querySelector('#account')).render(page)
  }`

const builds: [string, () => Promise<Record<string, string>>][] = [
  [
    'by the client',
    async () => ({
      '/app/app.js': `import { LatchkeyClient } from '/embed/widget.js'
        ${common}
        function show() {
          client.mountAccount({ elementId: '#account', ...props })
        }`,
    }),
  ],
  ['on React 19', bundledOnce(react)],
  ['on React 18', bundledOnce(react, 'react-18')],
]

const quoted = (value: unknown) => JSON.stringify(value).replaceAll('&', '&amp;').replaceAll("'", '&#39;')

/** A host with a strict policy, so all of its code is in files. */
const host = (files: Record<string, string>, more: Arrangement): Arrangement => ({
  headers: { 'content-security-policy': policy() },
  html: (_, customBaseUrl) =>
    hostPage('<main><h1>A host</h1><div id="account"></div></main><script type="module" src="/app/app.js"></script>').replace(
      '<body>',
      `<body data-set-up='${quoted({ options: { customBaseUrl, timeout: TIMEOUT }, strings: words })}'>`,
    ),
  pages: () =>
    Object.fromEntries(Object.entries(files).map(([path, html]) => [path, { html, headers: { 'content-type': 'text/javascript' } }])),
  project: { project_name: 'Larch' },
  first: untimed(TIMEOUT),
  ...more,
})

let flows = 0
/** Each flow by the client, and in `npm run test:all` on one of the versions of React, in turn. */
const flow = (name: string, run: (open: (user?: SeedUser, more?: Arrangement) => Promise<Visitor>) => Promise<void>) => {
  const [client, ...react] = builds
  for (const [build, files] of sample([client!, react[flows++ % react.length]!]))
    visiting(`${name}, ${build}`, async (arrive: Arrive) => {
      const served = await files()
      await run(async (user = {}, more = {}) => {
        const visitor = await arrive(host(served, more))
        visitor.emulator.seed({ users: [{ emails: [{ email: EMAIL }], password: PASSWORD, ...user }], clients: [letIn] })
        await until(() => visitor.page.evaluate(() => 'show' in window), 'the script of the host')
        await visitor.page.evaluate(
          ([email, password]) => (window as any).client.passwords.authenticate({ email, password, session_duration_minutes: 30 }),
          [EMAIL, PASSWORD] as const,
        )
        return visitor
      })
    })
}

const flowInAll = inAll(flow)

const show = async (visitor: Visitor) => {
  await visitor.page.evaluate(() => (window as any).show())
  await visible(button(visitor, words['account.addEmail']))
}

type Id = keyof typeof words
const said = (id: Id, name: string) => words[id].replace('{name}', name).replace(/\s/g, ' ')
const button = ({ page }: Visitor, name: string | RegExp) =>
  page.getByRole('button', { name: typeof name === 'string' ? name.replace(/\s/g, ' ') : name, exact: typeof name === 'string' })
/** The button of a row that asks whether to remove it. */
const bin = (visitor: Visitor, name: string) => button(visitor, `${words['button.remove']}: ${name}`)
const removeNow = (visitor: Visitor) => button(visitor, words['button.remove'])
const section = ({ page }: Visitor, id: Id) => page.getByRole('group', { name: words[id], exact: true })
const text = ({ page }: Visitor, id: Id, name = '') => page.getByText(said(id, name))
const told = ({ page }: Visitor) => page.evaluate(() => (window as any).told as unknown[])
const tells = (visitor: Visitor, ...what: unknown[]) =>
  until(async () => (await told(visitor)).length >= what.length, `${what.length} reports`).then(async () =>
    assert.equal(await told(visitor), what),
  )
const calls = ({ emulator }: Visitor, start: string) =>
  emulator.requests().filter(({ method, path }) => `${method} ${path.replace('/sdk/v1', '')}`.startsWith(start)).length
/** What has the focus, by its role and its name or text. */
const focused = ({ page }: Visitor) =>
  page.evaluate(() => {
    const { activeElement: at } = document
    return `${at!.tagName.toLowerCase()}: ${at!.getAttribute('aria-label') || at!.textContent || (at as HTMLInputElement).type}`.replace(
      /\s/g,
      ' ',
    )
  })
const focusIs = async (visitor: Visitor, what: string) => {
  try {
    await until(async () => (await focused(visitor)) === what, what)
  } catch {
    assert.is(await focused(visitor), what)
  }
}
const user = ({ page }: Visitor) => page.evaluate(() => (window as any).client.user.get())
/** A code that is not this one. */
const another = (code: string) => (code === '000000' ? '111111' : '000000')

flow('adds an email address with the keyboard alone, and removes it', async (open) => {
  const visitor = await open()
  const { page } = visitor
  await show(visitor)
  await button(visitor, words['account.addEmail']).focus()
  await page.keyboard.press('Enter')
  await focusIs(visitor, 'input: email')
  await page.keyboard.type(NEW_EMAIL)
  await page.keyboard.press('Enter')
  await visible(widget(page).codeAwaited)
  const { code, to } = await visitor.message()
  assert.is(to, NEW_EMAIL)
  await page.keyboard.type(another(code!))
  await visible(text(visitor, 'error.otpCodeNotFound'))
  await visible(widget(page).codeAwaited)
  await page.keyboard.type(code!)
  await visible(text(visitor, 'account.added', NEW_EMAIL))
  await focusIs(visitor, `h2: ${words['account.title']}`)
  assert.equal(
    (await user(visitor)).emails.map(({ email, verified }: any) => [email, verified]),
    [
      [EMAIL, true],
      [NEW_EMAIL, true],
    ],
  )

  // to the row, its question, and its answer
  for (const name of [EMAIL, NEW_EMAIL]) {
    await page.keyboard.press('Tab')
    await focusIs(visitor, `button: ${words['button.remove']}: ${name}`)
  }
  await page.keyboard.press('Enter')
  await visible(text(visitor, 'account.removeQuestion', NEW_EMAIL))
  await page.keyboard.press('Escape')
  await gone(text(visitor, 'account.removeQuestion', NEW_EMAIL))
  await focusIs(visitor, `button: ${words['button.remove']}: ${NEW_EMAIL}`)
  await page.keyboard.press('Space')
  await visible(text(visitor, 'account.removeQuestion', NEW_EMAIL))
  await page.keyboard.press('Tab')
  await focusIs(visitor, `button: ${words['button.remove']}`)
  await pressCounts(removeNow(visitor))
  await page.keyboard.press('Enter')
  await focusIs(visitor, `h3: ${words['account.emails']}`)
  await gone(bin(visitor, NEW_EMAIL))
  assert.equal(
    (await user(visitor)).emails.map(({ email }: any) => email),
    [EMAIL],
  )
  await tells(visitor, 'otp_code_not_found', ['ACCOUNT_CHANGED', 'added', 'emails'], ['ACCOUNT_CHANGED', 'removed', 'emails'])
})

flowInAll('adds a phone number, once for two clicks, and removes it, once for two clicks', async (open) => {
  const visitor = await open()
  const { page } = visitor
  await show(visitor)
  await button(visitor, words['account.addPhoneNumber']).click()
  await focusIs(visitor, 'input: tel')
  await page.keyboard.type('2133734253')
  await button(visitor, words['button.sendCode']).dblclick()
  await visible(widget(page).codeAwaited)
  assert.is(visitor.sent(SEND_TO_PHONE).length, 1)
  const { code, to } = await visitor.message()
  assert.is(to, PHONE)
  await page.keyboard.type(code!)
  await visible(text(visitor, 'account.added', NUMBER))
  await bin(visitor, NUMBER).click()
  await removeNow(visitor).dblclick()
  await gone(bin(visitor, NUMBER))
  assert.is(calls(visitor, 'DELETE /users/phone_numbers'), 1)
  assert.equal((await user(visitor)).phone_numbers, [])
  await tells(visitor, ['ACCOUNT_CHANGED', 'added', 'phoneNumbers'], ['ACCOUNT_CHANGED', 'removed', 'phoneNumbers'])
})

flowInAll('creates a passkey, once for two clicks, renames it, and removes it, of which the browser is told', async (open) => {
  const visitor = await open(
    {},
    {
      first: (page) =>
        page.addInitScript(() => {
          const real = PublicKeyCredential as any
          const signal = real.signalAllAcceptedCredentials.bind(real)
          real.signalAllAcceptedCredentials = (about: any) => signal(about).then(() => Object.assign(window, { accepted: about }))
        }),
    },
  )
  const { page } = visitor
  const { protocol, authenticatorId } = await addAuthenticator(page)
  const kept = async () => (await protocol.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
  await show(visitor)
  const create = button(visitor, words['button.createPasskey'])
  await create.dblclick()
  await visible(page.getByText(words['passkey.new'], { exact: true }))
  assert.is(visitor.sent('POST /webauthn/register').length, 1)
  assert.is(await kept(), 1)
  const [{ name }] = (await user(visitor)).webauthn_registrations
  await button(visitor, `${words['button.rename.ariaLabel']}: ${name}`).click()
  await focusIs(visitor, `input: ${words['passkey.name.ariaLabel']}`)
  await page.keyboard.type('My laptop')
  await page.keyboard.press('Enter')
  await visible(bin(visitor, 'My laptop'))
  await until(async () => (await told(visitor)).length === 2, 'the new name')
  await bin(visitor, 'My laptop').click()
  await removeNow(visitor).click()
  await gone(bin(visitor, 'My laptop'))
  await focusIs(visitor, `h3: ${words['account.passkeys']}`)
  const accepted = await until(() => page.evaluate(() => (window as any).accepted), 'the browser has been told')
  assert.equal(accepted.allAcceptedCredentialIds, [])
  await until(async () => !(await kept()), 'the device has forgotten it')
  await tells(
    visitor,
    ['ACCOUNT_CHANGED', 'added', 'passkeys'],
    ['ACCOUNT_CHANGED', 'renamed', 'passkeys'],
    ['ACCOUNT_CHANGED', 'removed', 'passkeys'],
  )
})

flow('sets up an authenticator app by its QR code, copies and saves the recovery codes, and removes the app', async (open) => {
  const visitor = await open({}, { profile: { permissions: ['clipboard-read', 'clipboard-write'], acceptDownloads: true } })
  const { page, emulator } = visitor
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await show(visitor)
  await button(visitor, words['account.addAuthenticatorApp']).dblclick()
  await visible(page.getByRole('img', { name: words['account.qrCode'] }))
  assert.is(visitor.sent('POST /totps').length, 1)
  await visible(widget(page).codeAwaited)

  const uri = await readQrCode(page.locator('img.lk-qr'))
  const totp = URI.parse(uri) as TOTP
  assert.equal([totp.issuer, totp.label], ['Larch', EMAIL])
  await button(visitor, words['button.copy']).click()
  await visible(button(visitor, words['button.copied']))
  assert.is(await clipboard(), totp.secret.base32)
  assert.is((await page.locator('.lk-secret code').innerText()).replaceAll(' ', ''), totp.secret.base32)

  const code = totp.generate({ timestamp: emulator.clock.now() })
  await widget(page).code.focus()
  await page.keyboard.type(another(code))
  await visible(text(visitor, 'error.otpCodeNotFound'))
  await visible(widget(page).codeAwaited)
  await page.keyboard.type(code)
  await visible(text(visitor, 'account.keepCodes'))
  await focusIs(visitor, `h2: ${words['account.recoveryCodes']}`)
  const codes = await page.locator('.lk-codes code').allInnerTexts()
  assert.is(new Set(codes).size, 10)
  await button(visitor, words['button.copy']).click()
  await visible(button(visitor, words['button.copied']))
  assert.is(await clipboard(), codes.join('\n'))
  const [download] = await Promise.all([page.waitForEvent('download'), button(visitor, words['button.download']).click()])
  assert.is(download.suggestedFilename(), 'recovery-codes.txt')
  assert.is(readFileSync(await download.path(), 'utf8'), codes.join('\n') + '\n')
  await button(visitor, words['account.codesSaved']).click()
  await visible(text(visitor, 'account.added', words['account.authenticatorApp']))

  await bin(visitor, words['account.authenticatorApp']).click()
  await removeNow(visitor).click()
  await visible(button(visitor, words['account.addAuthenticatorApp']))
  assert.equal((await user(visitor)).totps, [])
  await tells(
    visitor,
    'unable_to_authenticate_totp',
    ['ACCOUNT_CHANGED', 'added', 'authenticatorApp'],
    ['ACCOUNT_CHANGED', 'removed', 'authenticatorApp'],
  )
})

flowInAll('a policy without pictures of data: the key is there as text, and no broken picture', async (open) => {
  const visitor = await open({}, { headers: { 'content-security-policy': policy("'none'") }, expected: /img-src/ })
  const { page, emulator } = visitor
  await show(visitor)
  await button(visitor, words['account.addAuthenticatorApp']).click()
  await visible(widget(page).codeAwaited)
  await gone(page.locator('.lk-qr'))
  const secret = (await page.locator('.lk-secret code').innerText()).replaceAll(' ', '')
  await page.keyboard.type(new TOTP({ secret }).generate({ timestamp: emulator.clock.now() }))
  await visible(text(visitor, 'account.keepCodes'))
})

flowInAll('removes a linked account, and lets an app in no more', async (open) => {
  const visitor = await open({ oauth: [{ provider_type: 'Google', provider_subject: '1' }] })
  await visitor.page.evaluate(
    ([client_id, redirect_uri]) =>
      (window as any).client.idp.oauthAuthorizeSubmit({
        client_id,
        redirect_uri,
        response_type: 'code',
        scopes: ['openid'],
        consent_granted: true,
      }),
    [letIn.client_id, letIn.redirect_uris[0]!] as const,
  )
  await show(visitor)
  for (const [name, id] of [
    ['Google', 'account.providers'],
    [letIn.client_name, 'account.connectedApps'],
  ] as const) {
    await bin(visitor, name).click()
    await visible(text(visitor, 'account.removeQuestion', name))
    await removeNow(visitor).click()
    // the section goes with its only row, so the focus is on the title
    await focusIs(visitor, `h2: ${words['account.title']}`)
    await gone(section(visitor, id))
  }
  assert.equal((await user(visitor)).providers, [])
  const apps = await visitor.page.evaluate(async () => (await (window as any).client.user.getConnectedApps()).connected_apps)
  assert.equal(apps, [])
  await tells(visitor, ['ACCOUNT_CHANGED', 'removed', 'providers'], ['ACCOUNT_CHANGED', 'removed', 'connectedApps'])
})

flowInAll('the last way in stays: the button says why, and what has been added makes it removable', async (open) => {
  const visitor = await open({ totp: { secret: 'JBSWY3DPEHPK3PXP' } })
  const { page } = visitor
  await show(visitor)
  await bin(visitor, EMAIL).click()
  await visible(text(visitor, 'account.lastWayIn'))
  assert.is(await removeNow(visitor).count(), 0)
  await bin(visitor, EMAIL).click()
  await gone(text(visitor, 'account.lastWayIn'))
  assert.is(calls(visitor, 'DELETE'), 0)

  await button(visitor, words['account.addPhoneNumber']).click()
  await focusIs(visitor, 'input: tel')
  await page.keyboard.type('2133734253')
  await page.keyboard.press('Enter')
  await visible(widget(page).codeAwaited)
  await page.keyboard.type((await visitor.message()).code!)
  await visible(text(visitor, 'account.added', NUMBER))
  await bin(visitor, EMAIL).click()
  await visible(text(visitor, 'account.removeQuestion', EMAIL))
  await removeNow(visitor).click()
  await gone(bin(visitor, EMAIL))
  await bin(visitor, NUMBER).click()
  await visible(text(visitor, 'account.lastWayIn'))
})

const tooOld: Fault = {
  route: 'DELETE /users/phone_numbers/:id',
  status: 403,
  times: 3,
  body: { status_code: 403, error_type: 'session_too_old', error_message: 'This session is too old.' },
}

flow('a change for which the session is too old: confirmed in place, by keyboard', async (open) => {
  const visitor = await open({ phone_numbers: [{ phone_number: PHONE }] }, { faults: [tooOld] })
  const { page } = visitor
  await show(visitor)
  const dialog = page.getByRole('dialog', { name: words['secondFactor.title'], exact: true })
  const remove = async () => {
    await bin(visitor, NUMBER).click()
    await pressCounts(removeNow(visitor))
    await removeNow(visitor).click()
    await visible(dialog)
    await focusIs(visitor, 'input: password')
  }
  for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await remove()
    await close()
    await gone(dialog)
    await visible(text(visitor, 'error.notConfirmed'))
    await visible(bin(visitor, NUMBER))
  }
  await remove()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await gone(bin(visitor, NUMBER))
  await gone(dialog)
  assert.equal((await user(visitor)).phone_numbers, [])
  assert.equal([calls(visitor, 'DELETE /users/phone_numbers'), calls(visitor, 'POST /passwords/authenticate')], [4, 2])
})

flow('a host asks for a confirmation, and the focus returns to where it was', async (open) => {
  const visitor = await open()
  const { page } = visitor
  await show(visitor)
  await button(visitor, words['account.addEmail']).focus()
  const before = await focused(visitor)
  await page.evaluate(() => {
    const { confirm } = window as any
    confirm({ maxAgeMinutes: 0 }).then((answer: object) => Object.assign(window, { answer }))
  })
  await focusIs(visitor, 'input: password')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await until(() => page.evaluate(() => 'answer' in window), 'the answer')
  const { confirmedAt, session } = await page.evaluate(() => {
    const { answer, client } = window as any
    return { ...answer, session: client.session.getSync() }
  })
  assert.is(Date.parse(confirmedAt), Date.parse(session.authentication_factors.at(-1).last_authenticated_at))
  await focusIs(visitor, before)
})

test.run()
