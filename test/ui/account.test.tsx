/** Tests what a screen says about whose account it is for. */
import '../harness/dom.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Core } from '../../src/client/core.ts'
import { AccountBadge, SessionAccountBadge } from '../../src/ui/screen/AccountBadge.tsx'
import { render } from '../harness/render.tsx'
import { until } from '../harness/screen.ts'

const test = suite('whose account it is')

const core = (user: unknown) => ({ status: { now: { user } } }) as unknown as Core
const [emails, phone_numbers, crypto_wallets] = [
  [{ email: 'ada@example.com' }],
  [{ phone_number: '+14155550100' }],
  [{ crypto_wallet_address: '0x12' }],
]

for (const [what, user, shown] of [
  ['an address of email comes first', { emails, phone_numbers, crypto_wallets }, 'Aada@example.com'],
  ['then a phone number', { emails: [], phone_numbers, crypto_wallets }, '+1 415 555 0100'],
  ['then a wallet', { emails: [], phone_numbers: [], crypto_wallets }, '0x12'],
  ['an unreadable address counts as none', { emails: [{ email: 5 }], phone_numbers: 'x', crypto_wallets: [null] }, ''],
  ['nobody is signed in', null, ''],
] as const) {
  test(what, async () => {
    const { root, find, close } = await render(<SessionAccountBadge>{''}</SessionAccountBadge>, { core: core(user) })
    await until(() => root.textContent === shown, shown)
    assert.is(!!find('.lk-who'), shown !== '')
    // a person in place of an initial, for an address that is nobody's name
    assert.is(!!find('.lk-who i svg'), shown !== '' && !shown.includes('@'))
    await close()
  })
}

test('the initial is a whole character, and screen readers do not read it', async () => {
  const { find, close } = await render(<AccountBadge address="𝒶da@example.com" />)
  assert.is(find('i')!.textContent, '𝒶')
  assert.is(find('i')!.getAttribute('aria-hidden'), 'true')
  await close()
})

test.run()
