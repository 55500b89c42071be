/** Tests which look a widget has, and what differs in the look `quartz`. */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { coreKey } from '../../src/client/core.ts'
import { LatchkeyClient } from '../../src/entries/index.ts'
import type { LoginConfig, LoginProps, StyleConfig } from '../../src/entries/index.ts'
import { lookOf } from '../../src/widget/firstScreenChunks.ts'
import { en } from '../../src/strings/en.ts'
import { fr, frLazy } from '../../src/strings/fr.ts'
import { foldOf } from '../../src/ui/looks/quartz/arrangement.ts'
import { closeAll, idle, newClient, newParent, open, provider } from '../harness/login.ts'
import { screenIn } from '../harness/screen.ts'
import { settled, until } from '../harness/turns.ts'

test.after.each(closeAll)

const ownServer = () => new LatchkeyClient({ backend: 'http://provider.test' })
const isQuartz = () => !!document.querySelector('.lk-own > .lk')
const scheme = () => document.querySelector<HTMLElement>('[data-latchkey] > div')!.style.colorScheme

for (const [backend, look, expected] of [
  ['', undefined, false],
  ['', 'quartz', true],
  ['', 'classic', false],
  ['/auth', undefined, true],
  ['/auth', 'quartz', true],
  ['/auth', 'classic', false],
  ['/auth', 'plaid', false],
] as const)
  test(`${backend ? 'a backend' : 'a public token'} and the look ${look}: ${expected ? 'quartz' : 'classic'}`, () => {
    assert.is(!!lookOf({ backend }, { look: look as StyleConfig['look'] }), expected)
    if (!look) assert.is(!!lookOf({ backend }), expected)
  })

test('with a public token, the widget has no class of a look', async () => {
  await open({})
  assert.is(isQuartz(), false)
})

test('the class and the color scheme follow the look, and the host’s styles go first', async () => {
  const { handle } = await open({ client: ownServer(), config: { products: ['emailMagicLinks'] } })
  await until(isQuartz, 'the look')
  assert.is(scheme(), 'light dark')
  handle.update({ styles: { colorScheme: 'dark', colors: { accent: 'red' } } })
  await until(() => scheme() === 'dark', 'the host’s scheme')
  assert.ok(isQuartz())
  handle.update({ styles: { look: 'classic' } })
  await until(() => !isQuartz(), 'the look `classic`')
})

const social = (count: number): LoginConfig => ({
  products: ['oauth', 'emailMagicLinks'],
  oauthOptions: { providers: ['google', 'apple', 'github', 'gitlab', 'slack'].slice(0, count).map((type) => ({ type })) },
})

test('the title has the name of the project, unless the host has a title', async () => {
  provider.project({ project_name: 'Larch' })
  const styles = { look: 'quartz' } as const
  const { see, handle } = await open({ styles, config: social(2) })
  await see('Log in to Larch')
  handle.update({ styles, strings: { 'login.title': 'Welcome' } })
  await see('Welcome')
})

test('before a consent, a form of links only has an app in its title; nothing else asks for one', async () => {
  provider.seed({
    clients: [{ client_id: 'app-1', client_name: 'Notes', client_type: 'third_party_public', redirect_uris: ['https://notes.example'] }],
  })
  provider.project({ backend: true })
  history.replaceState({}, '', '/?client_id=app-1&sig=s')
  const asked = () => provider.requests().filter(({ path }) => path.endsWith('/idp/oauth/app')).length
  const links = { config: { products: ['emailMagicLinks'] } } satisfies LoginProps
  const before = asked()
  try {
    const account = newParent()
    ownServer().mountAccount({ elementId: account })
    await screenIn(account).see(en['account.noUser'])
    const own = await open({ client: ownServer(), ...links, strings: { 'login.title': 'Welcome', 'login.titleOf': 'Welcome to {name}' } })
    await own.see('Welcome')
    await idle()
    assert.is(asked() - before, 0)
    const { see } = await open({ client: ownServer(), ...links, strings: undefined })
    await see('Continue to \u2068Notes\u2069')
    own.handle.update({ strings: { 'login.title': 'Welcome', 'login.titleToContinue': 'On to {name}' } })
    await own.see('On to \u2068Notes\u2069')
    const french = await open({ client: ownServer(), ...links, strings: undefined, language: frLazy })
    await french.see(fr['login.titleToContinue'].replace('{name}', '\u2068Notes\u2069'))
    assert.is(asked() - before, 1)
  } finally {
    history.replaceState({}, '', '/')
  }
})

test('four providers are a grid, and five show three and more ways', () => {
  assert.equal(foldOf(3), { grid: false, shown: 3 })
  assert.equal(foldOf(4), { grid: true, shown: 4 })
  assert.equal(foldOf(5), { grid: true, shown: 3 })
  assert.equal(foldOf(5, 'list'), { grid: false, shown: 5 })
})

test('"More ways" unfolds the rest, after the last one used, and moves the focus there', async () => {
  const client = newClient()
  const { key, storage } = client[coreKey]
  storage.set(`${key}::last_method`, 'oauth_slack')
  const { find, all, press } = await open({ client, styles: { look: 'quartz' }, config: social(5) })
  await until(() => find('.lk-more'), 'more ways')
  assert.equal([all('.lk-provider').length, all('.lk-provider')[0]!.id], [4, 'oauth-slack'])
  await press('More ways')
  await until(() => all('.lk-provider').length === 5, 'all providers')
  assert.is(document.activeElement!.id, 'oauth-github')
})

for (const [look, resendAfterSeconds, waits] of [
  ['quartz', undefined, '0:30'],
  ['quartz', 0, undefined],
  ['classic', undefined, undefined],
  ['classic', 20, '0:20'],
] as const)
  test(`another code, ${look}, ${resendAfterSeconds} s: ${waits ?? 'at once'}`, async () => {
    const { find, type, press, see } = await open({
      styles: { look },
      config: { products: ['otp'], otpOptions: { methods: ['email'], ...(resendAfterSeconds !== undefined && { resendAfterSeconds }) } },
    })
    await type('input[type=email]', 'ada@gmail.com')
    await press('Continue with email')
    await see('Resend code')
    const wait = find('.lk-foot [data-wait]')?.getAttribute('data-wait')
    assert.is(wait ?? undefined, waits && `Resend in ${waits}`)
    assert.is(!!find('.lk-foot a'), look === 'quartz')
  })

test('the button of a new password can be pressed, and says what is missing', async () => {
  const { find, type, press, see } = await open({ styles: { look: 'quartz' }, config: { products: ['passwords'] } })
  await type('input[type=email]', 'ada@example.com')
  await press('Continue with email')
  await until(() => find('#password-input'), 'the password')
  assert.is(find('form button[type=submit]')!.getAttribute('aria-disabled'), 'false')
  await press('Continue')
  await see('Choose a password first.')
  // the field is read four times a second, and what it says stays
  find('#password-input')!.dispatchEvent(new Event('change'))
  await settled()
  assert.is(find('#password-input')!.getAttribute('aria-invalid'), 'true')
})

test.run()
