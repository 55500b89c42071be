/**
 * Tests the pure rules of the consent screen: names, scopes, manifests, and where an answer can
 * lead.
 */
import '../../harness/dom.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { attest, sectionsOf } from '../../../src/products/shared/hostOptions.ts'
import { clientHost, clientName, destinationOf, hostsOf } from '../../../src/products/idp/appNames.ts'
import { isolate, plainText, projectName, withIsolates } from '../../../src/ui/words/untrustedText.ts'
import { chosenScopes } from '../../../src/products/idp/chosenScopes.ts'
import { defaultItems, icons, isCustom } from '../../../src/products/idp/scopes.ts'
import { leadsBack } from '../../../src/products/idp/returnUrl.ts'
import { isTooOld } from '../../../src/products/idp/sessionAge.ts'
import { words } from '../../../src/products/idp/words.ts'
import { translator } from '../../../src/ui/words/translator.ts'

const test = suite('rules of the consent screen')
const t = translator(words, {})

for (const [name, uri, shown] of [
  ['Notes', 'https://notes.example/cb', 'Notes'],
  [' Notes\n', 'https://notes.example/cb', 'Notes'],
  ['', 'https://notes.example:8443/cb', 'notes.example'],
  [undefined, 'https://user:word@notes.example/cb', 'notes.example'],
  [null, 'notes.app:/cb', 'The App'],
  [undefined, 'notes.app://cb', 'The App'],
  [undefined, 'myapp://bank.example', 'The App'],
  [undefined, 'web+x://bank.example:443/', 'The App'],
  [undefined, 'no url', 'The App'],
  ['\u202eesrever\u202c', 'https://notes.example/', 'esrever'],
  ['\u2066\u200f', 'https://notes.example/', 'notes.example'],
  [7, 'https://notes.example/', '7'],
  ['n'.repeat(101), 'https://notes.example/', 'n'.repeat(99) + '…'],
  ['', 'https://мир.example/', 'xn--h1ahn.example'],
  ['', 'notes.app://a\u202eb/', 'The App'],
  // nothing to see
  ...[
    '\u200b',
    ' \u2060\ufeff ',
    '\u3164\u3164',
    '\uffa0',
    '\u115f\u1160',
    '\u00ad',
    '\u034f',
    '\u2800\u2800',
    '\u{1d159}',
    '\ufffc',
    '\ufe0f',
    '\u0301',
    '\u{e0041}\u{e007f}',
    '\u0000\u001b',
    '\ud800',
    '\ue000',
    '\u180e\u17b4',
  ].map((name) => [name, 'https://notes.example/', 'notes.example'] as const),
  ['\u200bN\u0303', 'https://notes.example/', '\u200bN\u0303'],
  ['👩‍💻', 'https://notes.example/', '👩‍💻'],
  ['नोट्स', 'https://notes.example/', 'नोट्स'],
] as const) {
  test(`the client's name of ${JSON.stringify(name)} at ${uri}`, () => assert.is(clientName(name, uri, t), shown))
}

const NOON = '2026-07-28T12:00:00Z'
const minutesBefore = (minutes: number) => new Date(Date.parse(NOON) - minutes * 60_000).toISOString()
/**
 * A session that the server was asked about at noon. It began so many minutes before, and a factor
 * of it was proved later.
 */
const sessionOf = (started: number, ...proved: unknown[]) => ({
  started_at: minutesBefore(started),
  last_accessed_at: NOON,
  authentication_factors: proved.map((one) => ({ last_authenticated_at: typeof one === 'number' ? minutesBefore(one) : one })),
})

for (const [session, query, tooOld] of [
  [sessionOf(90), '', false],
  [sessionOf(90), 'max_age=5400', false],
  [sessionOf(90), 'max_age=5399', true],
  // a visitor who has proved again who they are has logged in again
  [sessionOf(90, 80, 20), 'max_age=1200', false],
  [sessionOf(90, 80, 20), 'max_age=1199', true],
  [sessionOf(90, 90, null, 'soon', {}), 'max_age=3600', true],
  [sessionOf(2), 'max_age=0', true],
  [sessionOf(1), 'max_age=0', false],
  // the log-in that the app has asked for takes its time
  [sessionOf(1), 'max_age=1', false],
  [sessionOf(2), 'prompt=login', true],
  [sessionOf(2), 'prompt=consent%20login&max_age=3600', true],
  [sessionOf(1), 'prompt=login', false],
  [sessionOf(2), 'prompt=logins', false],
  ...['', '-1', '1.5', '1e1', 'x', '0x1', ' 5', '%2B5'].map((value) => [sessionOf(90), `max_age=${value}`, false] as const),
  // nothing is known
  [{}, 'max_age=0', false],
  [{ started_at: NOON, authentication_factors: 'x' }, 'prompt=login', false],
  [{ started_at: 7, last_accessed_at: [], authentication_factors: [null, 3] }, 'max_age=0', false],
] as const) {
  test(`${JSON.stringify(session)} is ${tooOld ? '' : 'not '}too old for ?${query}`, () =>
    assert.is(isTooOld(session, new URLSearchParams(query)), tooOld))
}

test('a name without characters that change the text direction stays as it is', () =>
  assert.is(plainText('Ünïcødé نص 名'), 'Ünïcødé نص 名'))

/** All characters of Bidi_Control (UAX #9). */
const turning = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'

for (const character of turning) {
  const name = character.codePointAt(0)!.toString(16)
  test(`U+${name} is removed from texts, names, hosts and sentences`, () => {
    const text = `a${character}b`
    assert.is(plainText(text), 'ab')
    assert.is(projectName({ projectName: text } as never), 'ab')
    assert.equal(destinationOf(`https://x.example/${character}`), { host: 'x.example', isHere: false })
    for (const uri of [`notes.app:/cb${character}`, `javascript:alert(1)//${character}`, `notes.app://${character}/`])
      assert.not.match(JSON.stringify(destinationOf(uri)), /\p{Bidi_C}/u)
    const [item] = defaultItems([text], () => undefined, t)
    assert.is(item, `Use the ${isolate('ab')} scope`)
    assert.equal(
      defaultItems([text], () => text, t),
      ['ab'],
    )
  })
}

/** A sentence as it is rendered: text in an element of its own is in brackets. */
const drawn = (sentence: string, dir?: 'ltr') =>
  (withIsolates(sentence, dir) as (string | { type: string; props: { children: string; dir?: string } })[])
    .map((part) => (typeof part === 'string' ? part : `[${part.type} ${part.props.dir} ${part.props.children}]`))
    .join('')

for (const [sentence, dir, expected] of [
  ['nothing', undefined, 'nothing'],
  [`${isolate('نص')} with ${isolate('Larch')}`, undefined, '[bdi undefined نص] with [bdi undefined Larch]'],
  [`To ${isolate('notes.example')}.`, 'ltr', 'To [bdi ltr notes.example].'],
  ['\u202eof a host\u202c', undefined, 'of a host'],
  ['\u2068never closed', undefined, '[bdi undefined never closed]'],
] as const)
  test(`${JSON.stringify(sentence)} renders as ${expected}`, () => assert.is(drawn(sentence, dir), expected))

for (const [text, length, expected] of [
  ['x'.repeat(1000), undefined, 'x'.repeat(1000)],
  ['x'.repeat(100_000), undefined, 'x'.repeat(999) + '…'],
  ['𝒳'.repeat(6), 5, '𝒳𝒳𝒳𝒳…'],
] as const)
  test(`a text of ${text.length} is clipped to ${expected.length}`, () => assert.is(plainText(text, length), expected))
test("a project's name is clipped", () => assert.is(projectName({ projectName: 'p'.repeat(5000) } as never).length, 100))
test('a project without a name is called like its host', () => assert.is(projectName({ projectName: null } as never), location.hostname))
test('descriptions and the names of scopes are clipped', () => {
  const [scope, described] = ['s'.repeat(5000), 'd'.repeat(5000)]
  assert.is((defaultItems([scope], () => undefined, t)[0] as string).length, 'Use the  scope'.length + 1000 + 2)
  assert.is((defaultItems([scope], () => described, t)[0] as string).length, 1000)
})

for (const [uri, shown] of [
  ['https://notes.example/cb?x#y', 'notes.example'],
  ['https://notes.example:3000/', 'notes.example:3000'],
  ['https://good.example@evil.example/', 'evil.example'],
  ['https://xn--e1afmkfd.example/', 'xn--e1afmkfd.example'],
  ['https://пример.example/', 'xn--e1afmkfd.example'],
  ['https://ｇood.example/', 'good.example'],
  // The end of the host name tells whose it is.
  [`https://${'good.example.'.repeat(40)}evil.example/`, `…${'good.example.'.repeat(40).slice(-247)}evil.example`],
] as const) {
  test(`the host of ${uri}`, () => assert.equal(destinationOf(uri), { host: shown, isHere: false }))
}

for (const [uri, shown] of [
  ['com.example.app:/x', 'com.example.app:'],
  ['myapp://bank.example', 'myapp:'],
  ['MYAPP://bank.example:443/cb', 'myapp:'],
  ['web+bank://good.example@bank.example', 'web+bank:'],
  ['ftp://bank.example/', 'ftp:'],
  ['notes.app:/миръ', 'notes.app:'],
  [`${'x'.repeat(500)}:/cb`, `${'x'.repeat(99)}…`],
  ['javascript:alert(1)', 'javascript:'],
  ['bank.example', ''],
] as const) {
  test(`the scheme of ${uri.slice(0, 50)}`, () => assert.equal(destinationOf(uri), { scheme: shown }))
}

for (const [uri, here] of [
  ['http://localhost:8080/cb', true],
  ['http://127.0.0.1/cb', true],
  ['http://127.8.8.8:1/cb', true],
  ['http://[::1]:4311/cb', true],
  ['http://2130706433/cb', true],
  ['http://localhost.bank.example/cb', false],
  ['https://127.0.0.1.bank.example/cb', false],
  ['http://10.0.0.1/cb', false],
] as const) {
  test(`${uri} is ${here ? '' : 'not '}on the visitor's computer`, () =>
    assert.is((destinationOf(uri) as { isHere: boolean }).isHere, here))
}

for (const [resources, hosts] of [
  [[], []],
  [['https://mcp.example/a', 'https://mcp.example/b'], ['mcp.example']],
  [['https://mcp.example:8443'], ['mcp.example:8443']],
  // Cyrillic and Latin
  [
    ['https://b\u0430nk.example', 'https://bank.example'],
    ['xn--bnk-6cd.example', 'bank.example'],
  ],
  [[`${location.origin}/api`], []],
  [['urn:example:notes'], ['urn:example:notes']],
  [['not a url'], ['not a url']],
  // nothing to see
  [
    ['\u202e', ' '],
    ['%E2%80%AE', '%20'],
  ],
  // only the host belongs to somebody
  [['https://bank.example@evil.example/', 'https://bank.example:x@evil.example', 'https://evil.example/#bank.example'], ['evil.example']],
  [['https://bank.example:443/', 'https://BANK.example', 'https://bank\u3002example/', 'https://\uff42ank.example'], ['bank.example']],
  [
    ['https://bank.example.evil.example', 'https://bank.example\u2044evil.example', 'https://\u0440\u0430\u0443.example'],
    ['bank.example.evil.example', 'bank.xn--exampleevil-lx3f.example', 'xn--80a5ak.example'],
  ],
  [
    ['http://2130706433/', 'http://[::1]:80/', 'https://user@127.0.0.1:8443'],
    ['127.0.0.1', '[::1]', '127.0.0.1:8443'],
  ],
] as const) {
  test(`the hosts of ${JSON.stringify(resources)}`, () => assert.equal(hostsOf([...resources]), hosts))
}

for (const [id, host] of [
  ['https://agent.example/client.json', 'agent.example'],
  ['connected-app-live-1', undefined],
  ['agent.example', undefined],
  ['javascript://agent.example/', undefined],
  ['https://agent.example@evil.example:8443/client.json#agent.example', 'evil.example:8443'],
  ['https://\u0430gent.example/client.json', 'xn--gent-43d.example'],
] as const) {
  test(`the host of the client ${id}`, () => assert.is(clientHost(id), host))
}

const selectable = (...scopes: string[]) => ({ text: scopes.join(), scopes, selectable: true })
const [read, write, both] = [selectable('read'), selectable('write'), { text: 'both', scopes: ['read', 'write'] }]
for (const [items, left, chosen] of [
  [['a', read, write], [], ['openid', 'read', 'write']],
  [['a', read, write], [write], ['openid', 'read']],
  [['a', read, write], [read, write], ['openid']],
  // another item needs it
  [[both, write], [write], ['openid', 'read', 'write']],
  // a scope that the app has not asked for
  [[selectable('delete')], [], ['openid', 'read', 'write']],
] as const) {
  test(`${JSON.stringify(items)} without ${JSON.stringify(left)}`, () =>
    assert.equal(chosenScopes(['openid', 'read', 'write'], [...items], [...left]), chosen))
}

for (const scope of ['openid', 'profile', 'email', 'phone', 'full_access', 'offline_access'])
  test(`${scope} is standard`, () => assert.not(isCustom(scope)))
for (const scope of ['notes:read', 'OPENID', '', 'constructor', '__proto__']) test(`'${scope}' is custom`, () => assert.ok(isCustom(scope)))

const personal = (...details: string[]) => ({ text: 'View your personal profile information', details, icon: icons.person })
const identity = { text: 'Verify your identity', details: ['View information stored within your account'], icon: icons.card }
const [name, email, phone] = ['Name, picture and language preferences', 'Email address', 'Phone number'] as const
for (const [scopes, items] of [
  [[], []],
  [['openid'], [identity]],
  [
    ['profile', 'openid', 'email'],
    [personal(name, email), identity],
  ],
  [['phone', 'email'], [personal(email, phone)]],
  [
    ['email', 'email', 'openid', 'openid'],
    [personal(email), identity],
  ],
  [
    ['full_access', 'offline_access'],
    [
      { text: words['idpConsent.full_access'], icon: icons.key },
      { text: words['idpConsent.offline_access'], icon: icons.clock },
    ],
  ],
  [
    ['notes:read', 'notes:write', 'a{scope}b'],
    ['Read notes', `Use the ${isolate('notes:write')} scope`, `Use the ${isolate('a{scope}b')} scope`],
  ],
  [
    ['__proto__', 'constructor'],
    [`Use the ${isolate('__proto__')} scope`, `Use the ${isolate('constructor')} scope`],
  ],
] as const) {
  test(`what [${scopes}] allow an app to do`, () =>
    assert.equal(
      defaultItems([...scopes], (scope) => (scope === 'notes:read' ? 'Read notes' : undefined), t),
      items,
    ))
}

/** An item as it is copied from a manifest. */
const copy = (more: object = {}) => ({ text: 'a', details: [], scopes: [], selectable: false, ...more })
const item = copy({ details: ['b'] })
for (const [given, copied] of [
  ['a', 'a'],
  [{ text: 'a' }, copy()],
  [{ text: 'a', details: ['b'] }, item],
  [{ text: 'a', details: [] }, copy()],
  [{ text: 'a', scopes: ['s'] }, copy({ scopes: ['s'] })],
  [{ text: 'a', scopes: ['s'], selectable: true }, copy({ scopes: ['s'], selectable: true })],
  // nothing can be left out
  [{ text: 'a', selectable: true }, copy()],
  [{ text: 'a', scopes: ['s'], selectable: 'yes' }, copy({ scopes: ['s'] })],
  // a host's items have no drawing of their own
  [{ text: 'a', icon: 'M0 0' }, copy()],
] as const) {
  test(`the item ${JSON.stringify(given)}`, () => assert.equal(sectionsOf([given], 'h'), [{ header: 'h', items: [copied] }]))
}
for (const manifest of [
  [{ header: 'x', items: ['a', item] }],
  [
    { header: 'x', items: [] },
    { header: 'y', items: ['a'] },
  ],
]) {
  test(`sections ${JSON.stringify(manifest)}`, () => assert.equal(sectionsOf(manifest, 'h'), manifest))
}
for (const odd of [
  undefined,
  null,
  'a',
  7,
  {},
  [],
  [[]],
  [null],
  [7],
  [''],
  [{}],
  [{ text: 7 }],
  [{ text: 'a', details: 'b' }],
  [{ text: 'a', details: [7] }],
  [{ text: 'a', details: null }],
  [{ text: 'a', scopes: 's' }],
  [{ text: 'a', scopes: [7] }],
  [{ header: 'x' }],
  [{ header: 7, items: ['a'] }],
  [{ header: 'x', items: 'a' }],
  [{ header: 'x', items: [7] }],
  [{ header: 'x', items: [] }],
  ['a', { header: 'x', items: ['a'] }],
]) {
  test(`${JSON.stringify(odd)} is not a manifest`, () => assert.is(sectionsOf(odd, 'h'), undefined))
}

/** An object whose `name` can be read this often, and then throws. */
const readable = (times: number, name: string, value: unknown, more = {}) =>
  Object.defineProperty({ ...more }, name, {
    enumerable: true,
    get() {
      if (times-- <= 0) throw new Error(`of ${name}`)
      return value
    },
  })

for (const [name, manifest, shown] of [
  ['a text', [readable(1, 'text', 'a')], [{ header: 'h', items: [copy()] }]],
  ['details', [readable(1, 'details', ['b'], { text: 'a' })], [{ header: 'h', items: [item] }]],
  ['a header', [readable(1, 'header', 'x', { items: ['a'] })], [{ header: 'x', items: ['a'] }]],
  ['items', [readable(1, 'items', ['a'], { header: 'x' })], [{ header: 'x', items: ['a'] }]],
] as const) {
  test(`${name} is copied before it is shown, so that the host's getters cannot change or break it`, () => {
    const sections = sectionsOf(manifest, 'h')
    assert.equal(sections, shown)
    assert.equal(JSON.parse(JSON.stringify(sections)), shown)
  })
}

test('a list with holes, and one that is changed later', () => {
  const manifest = ['a', 'b']
  const sections = sectionsOf(manifest, 'h')
  manifest[0] = 7 as never
  assert.equal(sections, [{ header: 'h', items: ['a', 'b'] }])
  // biome-ignore lint/suspicious/noSparseArray: this test is about one
  assert.is(sectionsOf(['a', , 'b'], 'h'), undefined)
})

const asked = 'https://notes.example/cb'
for (const [url, from, allowed] of [
  [`${asked}?code=1`, asked, true],
  ['https://notes.example/other', asked, true],
  ['HTTPS://NOTES.example:443/cb', asked, true],
  ['http://notes.example/cb', asked, false],
  ['https://notes.example:8443/cb', asked, false],
  ['https://sub.notes.example/cb', asked, false],
  ['https://notes.example@evil.example/', asked, false],
  ['https:\\\\evil.example', asked, false],
  ['//notes.example/cb', asked, false],
  ['/cb', asked, false],
  ['', asked, false],
  // even if the app has the page's origin: the provider returns full URLs
  ['/cb', `${location.origin}/cb`, false],
  ['?code=1', `${location.origin}/cb`, false],
  ['blob:https://notes.example/1', asked, false],
  ['filesystem:https://notes.example/temporary/1', asked, false],
  ['notes.app:/cb?code=1', 'notes.app:/cb', true],
  ['notes.app://anything', 'notes.app:/cb', true],
  ['notes.app2:/cb', 'notes.app:/cb', false],
  ['javascript:alert(1)', 'javascript:alert(1)', false],
  [' JavaScript:alert(1)', 'javascript:alert(1)', false],
  ['java\nscript:alert(1)', 'javascript:alert(1)', false],
  ['data:text/html,x', 'data:text/html,x', false],
  ['vbscript:x', 'vbscript:x', false],
  ['about:blank', 'about:blank', false],
  ['file:///etc/passwd', 'file:///etc/passwd', false],
  [asked, 'no url', false],
] as const) {
  test(`${JSON.stringify(url)}, requested at ${from}: ${allowed}`, () => assert.is(leadsBack(url, from), allowed))
}

for (const [what, session_token, customEndpoint, calls] of [
  ['nobody is signed in', undefined, false, ['attest']],
  ['somebody is signed in', 'token', false, ['revoke', 'attest']],
  ['an HttpOnly cookie may have the session', undefined, true, ['revoke', 'attest']],
] as const)
  test(`the host's trusted token, where ${what}: ${calls.join(', ')}`, async () => {
    const called: string[] = []
    const call = (name: string) => async () => void called.push(name)
    const core = { tokens: { get: () => session_token }, customEndpoint }
    const session = { revoke: call('revoke'), attest: call('attest') }
    await attest(core as never, session as never, { tokenProfileID: 'profile', trustedAuthToken: 'token' })
    assert.equal(called, calls)
  })

test.run()
