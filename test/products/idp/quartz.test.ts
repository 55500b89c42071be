/** Tests the consent screen in the look `quartz`. */
import { provider } from '../../harness/login.ts'
import { until } from '../../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { START, authorize, prepare, show, signedIn } from './setUp.ts'

const test = suite('consent in the look quartz')
prepare(test)

const quartz = { styles: { look: 'quartz' } } as const
const texts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent)

test('both sides by their initials, the decision last, and that it can be taken back', async () => {
  const client = await signedIn()
  authorize({ scope: 'openid profile' })
  const { see, all, find } = show(client, quartz)
  await see('Verify your identity')
  assert.equal(texts(all('.lk-pair .lk-mark')), ['N', location.hostname[0]!.toUpperCase()])
  assert.equal(texts(all('.lk-choice button')), ['Deny', 'Allow'])
  assert.is(find('.lk-choice + .lk-helper')!.textContent, 'You can remove this in your account at any time.')
  // details need no press
  assert.is(find('.lk-scopes details'), null)
  await see('View information stored within your account')
})

test('logos instead of initials', async () => {
  const client = await signedIn()
  const logo = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
  authorize()
  const { see, all } = show(client, { styles: { look: 'quartz', logo: { logoImageUrl: logo } } })
  await see('Verify your identity')
  assert.equal(
    all('.lk-mark').map(({ localName }) => localName),
    ['b', 'img'],
  )
})

test('a long list shows its first rows, what is dangerous among them, and all of it on demand', async () => {
  const client = await signedIn()
  const names = Array.from({ length: 25 }, (_, index) => `notes.${index}`)
  const scopes = [...names, 'full_access']
  const scope_results = scopes.map((scope) => ({ scope, description: `Read ${scope}`, is_grantable: true }))
  const answer = { consent_required: true, client: { client_name: 'Notes', client_type: 'third_party' }, scope_results }
  provider.faults([{ route: START, status: 200, body: { data: { request_id: 'r', status_code: 200, ...answer } } }])
  authorize({ scope: scopes.join(' ') })
  const { see, all, find, press } = show(client, quartz)
  await see('Show all 26')
  const rows = () => all('.lk-scopes > li')
  assert.is(rows().length, 7)
  assert.is(rows()[0]!.textContent, 'Have full access to your account')
  assert.ok(rows()[0]!.matches('.lk-risky'))
  const count = Number(/\d+/.exec(find('.lk-all')!.textContent)![0])
  assert.ok(count > 10)
  await press(`Show all ${count}`)
  await until(() => rows().length === count, 'all of it')
  assert.is(find('.lk-all'), null)
  assert.is(document.activeElement, find('.lk-scopes'))
})

test.run()
