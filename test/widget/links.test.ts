/**
 * Tests log-ins with an email link: Main and EmailConfirmation
 * (docs/internals/protocol.md#limits-and-times).
 */
import { closeAll, idle, open, provider, reported, sent } from '../harness/login.ts'
import { until } from '../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { emailMagicLinks } from '../../src/widget/firstScreenChunks.ts'

const test = suite('log in by email link')
test.after.each(closeAll)

const SEND = 'POST /magic_links/email/login_or_create'
const EMAIL = '#email-input'
const SUBMIT = 'Continue with email'
const FORMAT = 'Email format is invalid.'
const UNREACHABLE = 'Unable to contact our servers.'

test('the form: its texts, and its hints for password managers and keyboards', async () => {
  const { find, text, button } = await open()
  assert.is(text(), 'Sign up or log inEmailContinue with email')
  assert.is(find('h2')!.textContent, 'Sign up or log in')
  const input = find<HTMLInputElement>(EMAIL)!
  assert.is(find<HTMLLabelElement>('label')!.htmlFor, input.id)
  assert.equal(
    ['type', 'autocomplete', 'autocapitalize', 'enterkeyhint', 'aria-invalid'].map((name) => input.getAttribute(name)),
    ['email', 'email username', 'none', 'send', 'false'],
  )
  assert.ok(input.required)
  assert.is(button(SUBMIT)!.getAttribute('type'), 'submit')
  assert.not(button('Back'))
})

test('sends a link with the defaults and says where to find it', async () => {
  const { type, press, see, find, all, button, events, errors, heard } = await open()
  await type(EMAIL, 'ada@example.com')
  await press(SUBMIT)
  await see('Check your email')
  await see('An email was sent to ada@example.com.')
  assert.is(find('strong')!.textContent, 'ada@example.com')
  assert.equal(sent(SEND), [{ email: 'ada@example.com', login_expiration_minutes: 30, signup_expiration_minutes: 30 }])
  assert.equal(
    events.map(({ type, data }) => [type, Object.keys(data), (data as { email?: string }).email]),
    [['MAGIC_LINK_LOGIN_OR_CREATE', ['request_id', 'status_code', 'email'], 'ada@example.com']],
  )
  assert.equal(
    heard.map(({ type, detail }) => [type, detail]),
    [['latchkey:event', events[0]]],
  )
  assert.equal(errors, [])
  assert.equal(
    all('a').map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]),
    [
      ['Open in Gmail', 'https://mail.google.com/mail/u/0/#search/from%3A%40example.com%20in%3Aanywhere', 'noopener noreferrer', '_blank'],
      ['Open in Yahoo', 'https://mail.yahoo.com/d/search/keyword=example.com', 'noopener noreferrer', '_blank'],
      ['Open in Outlook', 'https://outlook.office.com/mail/0/inbox', 'noopener noreferrer', '_blank'],
    ],
  )
  assert.not(button('Back'))
})

test("sends the host's options", async () => {
  const { type, press, see } = await open({
    config: {
      products: ['emailMagicLinks'],
      emailMagicLinksOptions: {
        loginRedirectURL: 'https://app.test/in',
        signupRedirectURL: 'https://app.test/up',
        loginExpirationMinutes: 10,
        signupExpirationMinutes: 20,
        loginTemplateId: 'in',
        signupTemplateId: 'up',
        createUserAsPending: true,
        locale: 'es',
      },
    },
  })
  await type(EMAIL, 'ada@example.com')
  await press(SUBMIT)
  await see('Check your email')
  assert.equal(sent(SEND), [
    {
      email: 'ada@example.com',
      login_magic_link_url: 'https://app.test/in',
      signup_magic_link_url: 'https://app.test/up',
      login_expiration_minutes: 10,
      signup_expiration_minutes: 20,
      login_template_id: 'in',
      signup_template_id: 'up',
      create_user_as_pending: true,
      locale: 'es',
    },
  ])
})

test('createUserAsPending: false is sent too', async () => {
  const { type, press, see } = await open({ config: { emailMagicLinksOptions: { createUserAsPending: false } } })
  await type(EMAIL, 'ada@example.com')
  await press(SUBMIT)
  await see('Check your email')
  assert.is(sent(SEND)[0].create_user_as_pending, false)
})

test('sends a challenge if the project requires PKCE', async () => {
  provider.project({ pkce_required_for_email_magic_links: true })
  const { type, press, see } = await open()
  await type(EMAIL, 'ada@example.com')
  await press(SUBMIT)
  await see('Check your email')
  assert.match(sent(SEND)[0].code_challenge, /^[\w-]{43}$/)
})

for (const wrong of ['', 'ada', 'ada@example', 'a b']) {
  test(`'${wrong}' is invalid: nothing is sent, and nothing is reported to the host`, async () => {
    const { type, press, see, find, errors, events, heard } = await open()
    await type(EMAIL, wrong)
    await press(SUBMIT)
    await see(FORMAT)
    const input = find<HTMLInputElement>(EMAIL)!
    assert.is(input.value, wrong)
    assert.is(input.getAttribute('aria-invalid'), 'true')
    assert.is(find(`[id='${input.getAttribute('aria-describedby')}']`)!.textContent, FORMAT)
    await until(() => document.activeElement === input, 'the focus in the field')
    assert.equal([...errors, ...events, ...heard, ...sent(SEND)], [])
  })
}

test('a corrected email address is sent and clears the message', async () => {
  const { type, press, see, text } = await open()
  await type(EMAIL, 'ada')
  await press(SUBMIT)
  await see(FORMAT)
  await type(EMAIL, 'ada@example.com')
  await press(SUBMIT)
  await see('Check your email')
  assert.not(text().includes(FORMAT))
})

test('a refusal shows the sentence of its type and is reported to the host, the input stays, and the next try works', async () => {
  provider.seed({ users: [{ emails: [{ email: 'bounced@example.com', inactive: true }] }] })
  const { type, press, see, find, button, errors, heard, events } = await open()
  await type(EMAIL, 'bounced@example.com')
  await press(SUBMIT)
  await see('The email address is marked as inactive.')
  assert.is(find<HTMLInputElement>(EMAIL)!.value, 'bounced@example.com')
  assert.is(button(SUBMIT)!.getAttribute('aria-busy'), 'false')
  assert.is((errors[0] as { error_type: string }).error_type, 'inactive_email')
  assert.equal(
    heard.map(({ type, detail }) => [type, detail]),
    [['latchkey:error', JSON.parse(JSON.stringify({ ...(errors[0] as Error), message: (errors[0] as Error).message }))]],
  )
  assert.equal(events, [])
  await type(EMAIL, 'ada@example.com')
  await press(SUBMIT)
  await see('Check your email')
  assert.is(errors.length, 1)
})

test('no answer: its sentence, then a try that works', async () => {
  provider.faults([{ route: SEND, drop: true, times: 1 }])
  const { type, press, see, find, errors } = await open()
  await type(EMAIL, 'ada@example.com')
  await press(SUBMIT)
  await see(UNREACHABLE)
  assert.is((errors[0] as { code: string }).code, 'unreachable')
  assert.is(find<HTMLInputElement>(EMAIL)!.value, 'ada@example.com')
  await press(SUBMIT)
  await see('Check your email')
  assert.equal(reported, [])
})

test('a chunk behind the form fails to load: the sentence for no answer, then a try that works', async () => {
  const { load } = emailMagicLinks
  const { type, press, see, errors } = await open()
  await type(EMAIL, 'ada@example.com')
  emailMagicLinks.load = () => Promise.reject(Object.assign(new Error(UNREACHABLE), { code: 'unreachable' }))
  await press(SUBMIT)
  await see(UNREACHABLE)
  assert.is(errors.length, 1)
  emailMagicLinks.load = load
  await press(SUBMIT)
  await see('Check your email')
})

test("a submit event stays inside the widget, which can be in a host's form", async () => {
  const parent = document.body.appendChild(document.createElement('form'))
  let submitted = 0
  parent.addEventListener('submit', () => {
    submitted++
  })
  const { press, see, find } = await open({ parent })
  const event = new SubmitEvent('submit', { bubbles: true, cancelable: true })
  find('form')!.dispatchEvent(event)
  assert.ok(event.defaultPrevented)
  await press(SUBMIT)
  await see(FORMAT)
  assert.is(submitted, 0)
})

test('Try again leads back to the form with what was typed, and is logged', async () => {
  const { type, press, see, find, logged } = await open()
  await type(EMAIL, 'ada@example.com')
  await press(SUBMIT)
  await see('Check your email')
  await press('Try again')
  await see('Sign up or log in')
  assert.is(find<HTMLInputElement>(EMAIL)!.value, 'ada@example.com')
  assert.equal((await logged()).slice(2), [
    ['email_sent', { email: 'ada@example.com', type: 'login_or_create_eml' }],
    ['email_try_again_clicked', { email: 'ada@example.com', type: 'login_or_create_eml' }],
  ])
})

test('the log: the client, then the screen with its options and settings, once', async () => {
  const config = { sessionOptions: { sessionDurationMinutes: 7 } }
  const { logged } = await open({ config })
  const [client, screen, ...more] = await logged()
  assert.is(client![0], 'sdk_instance_instantiated')
  assert.is(screen![0], 'render_login_screen')
  assert.equal(screen![1].options, config)
  assert.equal(screen![1].bootstrap.emailDomains, ['example.com'])
  assert.equal(more, [])
})

test("the domain of mails: the host's hint, else the project's if it has exactly one", async () => {
  provider.project({ email_domains: ['mail.test'] })
  const { client, ...login } = await open()
  await login.type(EMAIL, 'ada@example.com')
  await login.press(SUBMIT)
  await login.see('Check your email')
  assert.match(login.button('Open in Gmail')!.getAttribute('href')!, '%40mail.test%20')
  const hinted = await open({ client, config: { emailMagicLinksOptions: { domainHint: 'hint.test' } } })
  await hinted.type('input', 'ada@example.com')
  await hinted.press(SUBMIT)
  await hinted.see('Check your email')
  assert.match(hinted.button('Open in Yahoo')!.getAttribute('href')!, 'keyword=hint.test')
})

test('HTML in an email address that the pattern accepts stays text', async () => {
  const { type, press, see, find } = await open({ strings: { 'emailConfirmation.content': '<bold>{email}</bold><img src=x>' } })
  await type(EMAIL, "'`{}|@example.com")
  await press(SUBMIT)
  await see("'`{}|@example.com<img src=x>")
  assert.not(find('img'))
})

test("a host's callback that throws is reported once and changes nothing", async () => {
  const error = new Error('of the host')
  const { type, press, see, heard } = await open({
    callbacks: {
      onEvent: () => {
        throw error
      },
    },
  })
  await type(EMAIL, 'ada@example.com')
  await press(SUBMIT)
  await see('Check your email')
  assert.equal(reported, [error])
  assert.is(heard.length, 1)
})

test('a visitor who was signed in before they came stays on the screen when their session is checked', async () => {
  const login = await open()
  const { type, press, see, events, client } = login
  await client.passwords.create({ email: 'bob@example.com', password: 'fjord-violin-walnut-72', session_duration_minutes: 30 })
  await type(EMAIL, 'ada@example.com')
  await press(SUBMIT)
  await see('Check your email')
  await client.session.authenticate({ session_duration_minutes: 60 })
  await idle()
  await see('Check your email')
  assert.equal(
    events.map(({ type }) => type),
    ['MAGIC_LINK_LOGIN_OR_CREATE'],
  )
})

test.run()
