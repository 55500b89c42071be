import '../harness/dom.ts'
import { createRoot } from 'react-dom/client'
import type { ReactNode } from 'react'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { LatchkeyAPIError, LatchkeyAPISchemaError, LatchkeyAPIUnreachableError } from '../../src/api/errors.ts'
import { LatchkeySDKUsageError } from '../../src/api/usageError.ts'
import { explain, linked, sentence } from '../../src/ui/explain.tsx'
import { settled } from '../harness/screen.ts'
import { computed } from '../harness/turns.ts'

const test = suite('what a visitor reads of an error')

const reported: unknown[] = []
globalThis.reportError = (error) => {
  reported.push(error)
}
test.before.each(() => {
  reported.length = 0
})

const refused = (error_type: string, error_message = 'The server says.') =>
  new LatchkeyAPIError({ status_code: 400, error_type, error_message, error_url: 'https://docs.test/error' })

const UNSUBSCRIBED = 'This phone number is unsubscribed from our messages. Text START to the number they come from to subscribe again.'

/** The error catalogue of spec section 8. */
const catalogue: [type: string, sentence: string][] = [
  ['invalid_email', 'Email format is invalid.'],
  ['invalid_phone_number', 'Phone number format is invalid. Ensure the phone number is in the E.164 format.'],
  ['unsubscribed_phone_number', UNSUBSCRIBED],
  [
    'inactive_email',
    'The email address is marked as inactive. Please try another email address, or contact your admin if you think this is a mistake.',
  ],
  ['unauthorized_credentials', 'Unauthorized credentials.'],
  ['user_unauthenticated', 'Must have an active session to call this method. Have you logged in yet?'],
  ['email_not_found', 'Email not found.'],
  [
    'unable_to_auth_magic_link',
    'The magic link could not be authenticated because it was either already used or expired. Please try again.',
  ],
  ['no_user_password', 'Password not found for this user. Please try again.'],
  ['breached_password', 'Password appears in the list of breached passwords and must be reset.'],
  ['reset_password', 'Password must be reset.'],
  ['oauth_token_not_found', 'OAuth Token could not be found.'],
  ['invalid_code', 'Code format is invalid, please try again.'],
  ['member_password_not_found', 'Member password not found.'],
  ['oauth_flow_callback_error', 'An error was encountered in the callback of the OAuth flow. Please try again.'],
  ['unauthorized_action', 'Unauthorized action.'],
  ['user_lock_limit_reached', 'Too many failed authentication attempts. Please try again later.'],
  ['invalid_session_token', 'Invalid session token.'],
  ['session_not_found', 'Session not found.'],
  ['invalid_phone_number_country_code', "The phone number's country code is invalid, unsupported, or disabled."],
  ['otp_code_not_found', 'Invalid passcode, please try again.'],
  ['duplicate_member_phone_number', 'A member with the specified phone number already exists for this organization.'],
]

for (const [type, wanted] of catalogue) {
  test(`${type}: ${wanted}`, () => {
    assert.is(sentence(refused(type), {}), wanted)
    assert.is(explain(refused(type), {}) && reported.length, 0)
  })
}

const GENERAL = 'Something went wrong. Please try again.'
const unreachable = new LatchkeyAPIUnreachableError('Unable to contact our servers.')

const others: [what: string, error: unknown, sentence: string, isReported?: boolean][] = [
  ['a type that is not in the catalogue', refused('too_many_requests', 'Wait a minute.'), 'Wait a minute.'],
  ['a type without a message', refused('brand_new', ''), GENERAL],
  ['a type of the prototype', refused('constructor', 'The server says.'), 'The server says.'],
  ['__proto__', refused('__proto__', 'The server says.'), 'The server says.'],
  ['no answer', unreachable, 'Unable to contact our servers.'],
  ['no answer, and no code to say so with', Object.assign(new Error('x'), { code: 'unreachable' }), 'Unable to contact our servers.'],
  [
    'an answer that is none',
    new LatchkeyAPIUnreachableError('Invalid response from our servers.', 'invalid_response'),
    'Invalid response from our servers.',
  ],
  [
    'a body that the provider does not take',
    new LatchkeyAPISchemaError({ body: [{ dataPath: 'email', message: 'is required' }] }),
    'Request does not match expected schema\nemail: is required',
  ],
  [
    'a wrong call',
    new LatchkeySDKUsageError('latchkey.otps.authenticate', 'Code must be a string.'),
    'Invalid call to latchkey.otps.authenticate\nCode must be a string.',
  ],
  ['a form filled in wrongly', { message: 'Invalid email address.' }, 'Invalid email address.'],
  ['an error of ours', new TypeError('x is not a function'), GENERAL, true],
  ['a DOMException, whose code is a number', Object.assign(new Error('The quota has been exceeded.'), { code: 22 }), GENERAL, true],
  ['a text', 'boom', GENERAL, true],
  ['a number', 7, GENERAL, true],
  ['an object without a message', {}, GENERAL, true],
  ['null', null, GENERAL, true],
  ['undefined', undefined, GENERAL, true],
]

for (const [what, error, wanted, isReported = false] of others) {
  test(`${what}: ${JSON.stringify(wanted)}${isReported ? ', reported' : ''}`, () => {
    assert.is(sentence(error, {}), wanted)
    void explain(error, {})
    assert.equal(reported, isReported ? [error] : [])
  })
}

test("the host's words win", () => {
  const strings = { 'error.otpCodeNotFound': 'Falscher Code.', 'error.unreachable': 'Kein Netz.', 'error.unexpected': 'Hoppla.' }
  assert.is(sentence(refused('otp_code_not_found'), strings), 'Falscher Code.')
  assert.is(sentence(unreachable, strings), 'Kein Netz.')
  assert.is(sentence(new TypeError('x'), strings), 'Hoppla.')
})

/** The page that a text becomes, its links as `[address]`. */
const page = async (children: ReactNode) => {
  const rendered = document.createElement('p')
  const root = createRoot(rendered)
  root.render(children)
  await settled()
  const container = rendered.cloneNode(true) as HTMLElement
  root.unmount()
  for (const link of container.querySelectorAll('a')) {
    assert.equal([link.textContent, link.target, link.rel], [link.getAttribute('href'), '_blank', 'noopener noreferrer'])
    link.replaceWith(`[${link.getAttribute('href')}]`)
  }
  assert.is(container.children.length, 0, container.innerHTML)
  return container.textContent
}

/** Row 8. */
const links: [text: string, page: string][] = [
  ['No address.', 'No address.'],
  ['', ''],
  ['See https://a.test', 'See [https://a.test]'],
  ['See http://a.test/b?c=d&e=f#g now', 'See [http://a.test/b?c=d&e=f#g] now'],
  ['https://a.test', '[https://a.test]'],
  ['https://a.test and http://b.test/', '[https://a.test] and [http://b.test/]'],
  ['https://a.test https://b.test', '[https://a.test] [https://b.test]'],
  ['HTTPS://A.TEST/b', '[HTTPS://A.TEST/b]'],
  ['See https://a.test.', 'See [https://a.test].'],
  ['See https://a.test/b, or c', 'See [https://a.test/b], or c'],
  [
    'Really https://a.test/b?! Yes; https://b.test/c; and: https://c.test:',
    'Really [https://a.test/b]?! Yes; [https://b.test/c]; and: [https://c.test]:',
  ],
  ['(see https://a.test/b)', '(see [https://a.test/b])'],
  ['(see https://a.test/b).', '(see [https://a.test/b]).'],
  ['[https://a.test/b]', '[[https://a.test/b]]'],
  ['"https://a.test/b" and \'https://c.test\'', '"[https://a.test/b]" and \'[https://c.test]\''],
  ['https://a.test/wiki/A_(b)', '[https://a.test/wiki/A_(b)]'],
  ['(https://a.test/wiki/A_(b))', '([https://a.test/wiki/A_(b)])'],
  ['https://a.test/wiki/A_(b)_c.', '[https://a.test/wiki/A_(b)_c].'],
  ['https://a.test/(', '[https://a.test/]('],
  ['https://a.test:8080/b', '[https://a.test:8080/b]'],
  ['https://', 'https://'],
  ['http://.', 'http://.'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['javascript://a.test/%0aalert(1)', 'javascript://a.test/%0aalert(1)'],
  ['data:text/html,<script>alert(1)</script>', 'data:text/html,<script>alert(1)</script>'],
  ['ftp://a.test mailto:a@b.co www.a.test a.test', 'ftp://a.test mailto:a@b.co www.a.test a.test'],
  ['<a href="https://a.test">x</a>', '<a href="[https://a.test]">x</a>'],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['https://a.test/<script>', '[https://a.test/]<script>'],
  ['https://a.test/\u202egpj.exe', '[https://a.test/\u202egpj.exe]'],
]

for (const [text, wanted] of links) test(`links: ${JSON.stringify(text)}`, async () => assert.is(await page(linked(text)), wanted))

test("an error's sentence has its links", async () => {
  assert.is(await page(explain(refused('nope', 'Read https://docs.test/nope.'), {})), 'Read [https://docs.test/nope].')
})

test('100 kB of anything are searched at once', () => {
  const start = computed()
  for (const part of ['http://', 'http://.', 'https://a.test ', 'https://a.test/(', 'a', '.', '(', ')', '(a)', 'https://a/(b']) {
    void linked('https://a.test/' + part.repeat(100_000 / part.length))
    void linked(part.repeat(100_000 / part.length))
  }
  assert.ok(computed() - start < 2000)
})

test.run()
