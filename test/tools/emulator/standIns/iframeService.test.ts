import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { setUp } from '../visitor.ts'

const test = suite('emulator: iframe service')

const get = ({ emulator }: ReturnType<typeof setUp>, path: string) => emulator.fetch(new Request(`https://js.stytch.com${path}`))

test('a phone number is parsed for its country, as typed', async () => {
  const { emulator } = setUp()
  // libphonenumber's own example numbers.
  for (const [phoneNumber, regionCode, expected] of [
    ['2015550123', 'US', { isValid: true, number: '+12015550123', national: '(201) 555-0123' }],
    ['20155', 'US', { isValid: false, number: '+120155', national: '(201) 55' }],
    ['07400123456', 'GB', { isValid: true, number: '+447400123456', national: '07400 123456' }],
    ['+447400123456', undefined, { isValid: true, number: '+447400123456', national: '07400 123456' }],
    ['+33 6 12 34 56 78', 'US', { isValid: true, number: '+33612345678', national: '+33 6 12 34 56 78' }],
    ['', 'US', { isValid: false, number: '', national: '' }],
    ['nonsense', undefined, { isValid: false, number: 'nonsense', national: 'nonsense' }],
    ['2015550123', 'nowhere', { isValid: false, number: '2015550123', national: '2015550123' }],
  ] as const) {
    const body = JSON.stringify({ phoneNumber, regionCode })
    const answer = await emulator.fetch(new Request('https://js.stytch.com/clientside-services/phone_number', { method: 'POST', body }))
    assert.equal(await answer.json(), expected, body)
  }
})

test('its page contains nothing inline, loads nothing from elsewhere, and can be framed', async () => {
  const at = setUp()
  const page = await get(at, '/clientside-services/index.html')
  const policy = page.headers.get('content-security-policy')!
  assert.match(policy, /default-src 'none'; .*script-src 'self'/)
  assert.not.match(policy, /unsafe|frame-ancestors/)
  const [, source] = /<script src="([^"]+)"/.exec(await page.text())!
  const script = await get(at, source!)
  assert.match(script.headers.get('content-type')!, /javascript/)
  new Function(await script.text())
})

test('the scripts of the stand-ins are scripts', async () => {
  const at = setUp()
  for (const path of ['/telemetry.js', '/recaptcha/enterprise.js?render=k', '/gsi/client', '/gsi/prompt.js']) {
    const answer = await get(at, path)
    assert.match(answer.headers.get('content-type')!, /javascript/, path)
    new Function(await answer.text())
  }
  assert.match(await (await get(at, '/recaptcha/enterprise.js?render=%22%3C/script')).text(), /\("\\"<\/script", ""\)/)
})

test.run()
