/**
 * Tests what a visitor of another language meets when the project's settings cannot be had or are
 * damaged in the cache, and where a link leads that the provider refuses.
 */
import { closeAll, mail, newClient, open as openIn, provider, sent, type Login } from '../harness/login.ts'
import { until } from '../harness/screen.ts'
import { assertWorded, holdTimers, opening, readable, TIMEOUT, troubles, words } from '../harness/troubles.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { alertsIn } from '../states/endure.ts'
import { LatchkeyClient } from '../../src/entries/index.ts'
import type { LoginConfig } from '../../src/ui/host/config.ts'

const test = suite('unknown settings, and links that are refused')
test.after.each(closeAll)

holdTimers([TIMEOUT])

const EMAIL = 'ada@example.com'
const LINKS: LoginConfig = { products: ['emailMagicLinks'] }

const client = () => newClient({ timeout: TIMEOUT })
/** The widget of a visitor who does not read English. */
const open = (props: Parameters<typeof openIn>[0]) => openIn({ strings: words, ...props })
const submitEmail = async ({ type, press }: Login) => {
  await type('#email-input', EMAIL)
  await press(words['button.emailLogin'])
}

/** The visitor opens the link of the newest message. */
const follow = async (of: Login['client']) => {
  const url = new URL((await mail()).url!)
  history.replaceState(null, '', url.pathname + url.search)
  return { client: of, authenticateByUrl: true }
}
const OPEN_LINK = 'POST /magic_links/authenticate'
const here = { login_magic_link_url: 'http://localhost/in', signup_magic_link_url: 'http://localhost/in' }
for (const { name, fault, says } of troubles.filter(({ final }) => final)) {
  test(`arriving by a link that is refused with ${name}: leads to the log-in screen, not to a second call`, async () => {
    const of = client()
    await of.magicLinks.email.loginOrCreate(EMAIL, here)
    provider.faults([{ route: OPEN_LINK, ...fault }])
    const login = await open(await follow(of))
    await login.see(opening('error.title'))
    assert.is(alertsIn(login.parent), says)
    assertWorded(readable(login.root), login.errors, name)
    await login.press(words['button.retry'])
    await login.see(opening('login.title'))
    assert.is(sent(OPEN_LINK).length, 1)
  })
}

for (const { name, fault } of [
  ...troubles.filter(({ name }) => !name.startsWith('400')),
  { name: '200 with data: {}', fault: { status: 200, body: { data: {} } } },
]) {
  test(`without the project's settings the form works, with PKCE: ${name}`, async () => {
    provider.faults([{ route: 'GET /projects/bootstrap/:public_token', ...fault }])
    const login = await open({ client: client(), config: LINKS })
    await submitEmail(login)
    if ('hold' in fault) await until(() => timeIsUp(TIMEOUT), 'a call with a time limit')
    await login.see(opening('emailConfirmation.title'))
    assert.match(sent('POST /magic_links/email/login_or_create')[0].code_challenge, /^[\w-]{43}$/)
  })
}

for (const [at, text] of [
  '{"pkceRequiredForEmailMagicLinks":false,"emailDomains":7}',
  '"text"',
  '[]',
  '7',
  'null',
  '{',
  '{"emailDomains":{"length":1}}',
].entries()) {
  test(`cached settings do not decide about PKCE, and break nothing: ${text}`, async () => {
    provider.faults([{ route: 'GET /projects/bootstrap/:public_token', drop: true }])
    const publicToken = `public-token-test-cached-${at}`
    localStorage.setItem(`stytch_sdk_state_${publicToken}::bootstrap`, text)
    const login = await open({ client: new LatchkeyClient(publicToken, { customBaseUrl: 'http://provider.test' }), config: LINKS })
    await submitEmail(login)
    await login.see(opening('emailConfirmation.title'))
    assert.match(sent('POST /magic_links/email/login_or_create')[0].code_challenge, /^[\w-]{43}$/)
  })
}

test.run()
