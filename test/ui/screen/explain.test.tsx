import '../../harness/dom.ts'
import { readFileSync } from 'node:fs'
import { createRoot } from 'react-dom/client'
import type { ReactNode } from 'react'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { locales } from '../../../src/ui/words/language.ts'
import {
  LatchkeyAPIError,
  LatchkeyAPISchemaError,
  LatchkeyAPIUnreachableError,
  LatchkeySDKError,
  type SDKErrorCode,
} from '../../../src/api/errors.ts'
import { LatchkeySDKUsageError } from '../../../src/api/usageError.ts'
import { answerError } from '../../../src/client/calls/answerError.ts'
import { en, type MessageId, type Translation } from '../../../src/strings/en.ts'
import { fr } from '../../../src/strings/fr.ts'
import { explain, withLinks } from '../../../src/ui/screen/explain.tsx'
import { table as refusals } from '../../../src/server/bridge/refusals.ts'
import { settled } from '../../harness/screen.ts'
import { computed } from '../../harness/turns.ts'

const test = suite('the text that a visitor reads for an error')

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

/** The error types with a message of their own. */
const catalog: [type: string, sentence: string][] = [
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

const ELSEWHERE = 'You started in another browser or on another device. Open the link there, or start again here.'
const NOT_HUMAN = 'We could not check that you are human. Turn off blockers for this page, or try again.'

/** Types without one, whose text by the provider is not for visitors. */
catalog.push(
  ['pkce_expected_code_verifier', ELSEWHERE],
  ['pkce_mismatch', ELSEWHERE],
  ['pkce_did_not_expect_code_verifier', ELSEWHERE],
  ['captcha_required', NOT_HUMAN],
)

/**
 * What only a host with a mistake in the page or in the server reads: the bridge's own sentence, in
 * English.
 */
const forHosts = [
  'bad_request',
  'route_not_found',
  'invalid_magic_link_url',
  'no_match_for_provided_magic_link_url',
  'oauth_config_not_found',
]
/** Those whose screens have a text for them. */
const onTheirScreens = [
  'unable_to_authenticate_totp',
  'unable_to_authenticate_recovery_code',
  'invalid_public_key_credential',
  'unable_to_auth_webauthn_registration',
  'webauthn_registration_not_found',
  'duplicate_webauthn_registration',
  'oauth_user_registration_not_found',
  'connected_app_not_found',
  // it leads to a screen of its own
  'email_verification_required',
  // the host's own sentence
  'refused_by_host',
]

test('whatever a bridge refuses has a text in every language, and the sentence of the bridge is on no screen', () => {
  const { strings } = fr as unknown as { strings: Record<string, string> }
  for (const type of Object.keys(refusals)) {
    const isShown = [{}, strings ?? (fr as unknown as Record<string, string>)].map(
      (words) => explain(refused(type, 'In English.'), words) === 'In English.',
    )
    const isElsewhere = forHosts.includes(type) || onTheirScreens.includes(type)
    assert.equal(isShown, [isElsewhere, isElsewhere], type)
  }
})

for (const [type, wanted] of catalog) {
  test(`${type}: ${wanted}`, () => {
    assert.is(explain(refused(type), {}), wanted)
    assert.is(reported.length, 0)
  })
}

const GENERAL = 'Something went wrong. Please try again.'
const unreachable = new LatchkeyAPIUnreachableError('Unable to contact our servers.')

const others: [what: string, error: unknown, sentence: string, isReported?: boolean][] = [
  ['a type that is not in the catalog', refused('too_many_requests', 'Wait a minute.'), 'Wait a minute.'],
  ['a type without a message', refused('brand_new', ''), GENERAL],
  ['a type of the prototype', refused('constructor', 'The server says.'), 'The server says.'],
  ['__proto__', refused('__proto__', 'The server says.'), 'The server says.'],
  ['no answer', unreachable, 'Unable to contact our servers.'],
  ['no answer, and no code for it', Object.assign(new Error('x'), { code: 'unreachable' }), 'Unable to contact our servers.'],
  [
    'an invalid answer',
    new LatchkeyAPIUnreachableError('Invalid response from our servers.', 'invalid_response'),
    'Invalid response from our servers.',
  ],
  [
    'a body that the provider refuses',
    new LatchkeyAPISchemaError({ body: [{ dataPath: 'email', message: 'is required' }] }),
    'Request does not match expected schema',
  ],
  ['a wrong call', new LatchkeySDKUsageError('latchkey.otps.authenticate', 'Code must be a string.'), GENERAL],
  ['a form filled in wrongly', { message: 'Invalid email address.' }, 'Invalid email address.'],
  ['an error with a sentence of its own', Object.assign(new Error('x'), { code: 'foreign_frame', sentence: 'Not here.' }), 'Not here.'],
  ["a wallet's refusal", { code: 4001, message: 'User rejected the request.' }, GENERAL, true],
  ["a code of the provider's native SDKs", new LatchkeySDKError('Locked out.', 'user_locked_out'), GENERAL, true],
  ['a code of the prototype', Object.assign(new Error('x'), { code: 'constructor' }), GENERAL, true],
  ['an answer without a type', LatchkeyAPIError.from({ error_message: 'Forbidden' }, 403), GENERAL],
  ['an answer without anything', LatchkeyAPIError.from({}, 400), GENERAL],
  ['an answer with only a type', LatchkeyAPIError.from({ error_type: 'brand_new' }, 400), GENERAL],
  ['an answer with a message of another type', LatchkeyAPIError.from({ error_type: 'brand_new', error_message: 7 }, 400), GENERAL],
  ['only invisible characters', refused('brand_new', '\u202e\u0000 \u2066'), GENERAL],
  ['an error of ours', new TypeError('x is not a function'), GENERAL, true],
  ['a DOMException, whose code is a number', Object.assign(new Error('The quota has been exceeded.'), { code: 22 }), GENERAL, true],
  ['a string', 'boom', GENERAL, true],
  ['a number', 7, GENERAL, true],
  ['an object without a message', {}, GENERAL, true],
  ['null', null, GENERAL, true],
  ['undefined', undefined, GENERAL, true],
]

for (const [what, error, wanted, isReported = false] of others) {
  test(`${what}: ${JSON.stringify(wanted)}${isReported ? ', reported' : ''}`, () => {
    assert.is(explain(error, {}), wanted)
    assert.equal(reported, isReported ? [error] : [])
  })
}

const languages = await Promise.all(
  locales.map(async (locale) => ((await import(`../../../src/strings/${locale}.ts`)) as { default: Translation }).default),
)

/** Every code of ours. The documentation lists them all (test/types/documented.test.ts). */
const table = readFileSync(new URL('../../../docs/guides/errors.md', import.meta.url), 'utf8').matchAll(/^\| `(\w+)` \|/gm)
const codes = [...table].map(([, code]) => code as SDKErrorCode)

test('there are codes and languages to test', () => {
  assert.ok(codes.length > 15)
  assert.is(languages.length, 12)
})

for (const code of codes) {
  test(`${code}: a message in every language, and never the text for developers`, () => {
    const error = new LatchkeySDKError('For developers.', code)
    const id = (Object.keys(en) as MessageId[]).find((id) => en[id] === explain(error, {}))!
    assert.match(id, /^error\./)
    for (const words of languages) assert.is(explain(error, words), words[id], words.lang)
  })
}

/** An invalid answer and its message. The English texts are the provider's. */
const json = { 'content-type': 'application/json' }
const answers: [text: string, init: ResponseInit, id: MessageId, english: string][] = [
  ['<h1>', { status: 200 }, 'error.invalidJson', 'Invalid JSON response from our servers.'],
  ['<h1>', { status: 502 }, 'error.invalidResponse', 'Invalid response from our servers.'],
  ['{"data":7}', { status: 200, headers: json }, 'error.invalidResponse', 'Invalid response from our servers.'],
  ['{', { status: 400, headers: json }, 'error.noResponse', 'Invalid or no response from server'],
  ['{"body":[{"message":"bad"}]}', { status: 400, headers: json }, 'error.schema', 'Request does not match expected schema'],
  ['Captcha required', { status: 403 }, 'error.captchaRequired', NOT_HUMAN],
  ['{}', { status: 400, headers: json }, 'error.unexpected', GENERAL],
]
for (const [text, init, id, english] of answers) {
  test(`${init.status} ${text}: ${english}`, () => {
    const error = answerError(new Response(text, init), text)
    assert.is(explain(error, {}), english)
    for (const words of languages) assert.is(explain(error, words), words[id], words.lang)
  })
}

test('a link that was opened on another device: what to do, in every language', () => {
  for (const type of ['pkce_expected_code_verifier', 'pkce_mismatch', 'pkce_did_not_expect_code_verifier'])
    for (const words of languages) assert.is(explain(refused(type), words), words['error.startedElsewhere'])
})

/**
 * The provider's text for an unknown type is shown as it is, except for parts that a visitor would
 * not read.
 */
const served: [what: string, text: string, shown: string][] = [
  ['1,000 characters', 'a'.repeat(1000), 'a'.repeat(1000)],
  ['more', 'a'.repeat(100_000), 'a'.repeat(1000)],
  ['characters of two units', '\u{1f600}'.repeat(1001), '\u{1f600}'.repeat(1000)],
  ['characters that change the text direction', 'See \u202egnp.exe\u202c, \u2067x\u2069\u200f', 'See gnp.exe, x'],
  ['control characters', 'One\r\ntwo\u0000\u0007three\u001b[31m\n', 'One two three [31m'],
  ['a line of its own', 'One\u2028two', 'One\u2028two'],
]
for (const [what, text, shown] of served) {
  test(`the provider's text: ${what}`, () => {
    for (const strings of [{}, fr]) assert.is(explain(refused('brand_new', text), strings), shown)
  })
}

test('a wrong call is logged as a warning, because visitors do not read what is wrong with it', () => {
  const { warn } = console
  const warned: unknown[] = []
  console.warn = (...given) => void warned.push(...given)
  try {
    const wrong = new LatchkeySDKUsageError('latchkey.otps.authenticate', 'Code must be a string.')
    void explain(wrong, {})
    void explain(refused('brand_new'), {})
    assert.equal([warned, reported], [[wrong], []])
  } finally {
    console.warn = warn
  }
})

test("the host's texts win", () => {
  const strings = { 'error.otpCodeNotFound': 'Falscher Code.', 'error.unreachable': 'Kein Netz.', 'error.unexpected': 'Hoppla.' }
  assert.is(explain(refused('otp_code_not_found'), strings), 'Falscher Code.')
  assert.is(explain(unreachable, strings), 'Kein Netz.')
  assert.is(explain(new TypeError('x'), strings), 'Hoppla.')
})

/** The page that a text becomes, with its links as `[url]`. */
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

/** docs/decisions/README.md#only-http-and-https-urls-in-error-texts-become-links */
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

for (const [text, wanted] of links) test(`links: ${JSON.stringify(text)}`, async () => assert.is(await page(withLinks(text)), wanted))

test("an error's text has its links", async () => {
  assert.is(await page(withLinks(explain(refused('nope', 'Read https://docs.test/nope.'), {}))), 'Read [https://docs.test/nope].')
})

test('100 kB of anything are searched at once', () => {
  const start = computed()
  for (const part of ['http://', 'http://.', 'https://a.test ', 'https://a.test/(', 'a', '.', '(', ')', '(a)', 'https://a/(b']) {
    void withLinks('https://a.test/' + part.repeat(100_000 / part.length))
    void withLinks(part.repeat(100_000 / part.length))
  }
  assert.ok(computed() - start < 2000)
})

test.run()
