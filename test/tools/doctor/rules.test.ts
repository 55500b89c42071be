/**
 * The rules of `latchkey doctor`, on facts as they are seen on pages. test/chromium/doctor.test.ts
 * has a page for each code.
 */
import { createHash } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Facts, LoadedFile, ScriptTag, Violation } from '../../../src/tools/doctor/facts.ts'
import { reportOf, reportText } from '../../../src/tools/doctor/report.ts'
import { findingsOf } from '../../../src/tools/doctor/rules/index.ts'
import { directiveFor } from '../../../src/tools/doctor/rules/policy.ts'
import { redirectsOf } from '../../../src/tools/doctor/rules/redirects.ts'
import { scriptIn } from '../../../src/tools/doctor/watch.ts'
import { processorTime } from '../../harness/processorTime.ts'
import { embedFile, isWidgetFile } from '../../../src/tools/doctor/widgetFiles.ts'
import type { EmbedChunk, EmbedChunks } from '../../../src/tools/snippet/snippet.ts'

const hashesOf = (text: string) =>
  Object.fromEntries(['sha256', 'sha384', 'sha512'].map((by) => [by, createHash(by).update(text).digest('base64')]))

const chunk = (file: string): EmbedChunk => ({
  file,
  imports: [],
  dynamicImports: [],
  integrity: `sha384-${hashesOf(file).sha384}`,
  raw: 2000,
  brotli: 700,
})

/** A release with the chunks that an email form and a code form name. */
const names = [
  ...['engine', 'methods', 'otp', 'kit', 'laterEngine', 'urlLogIn', 'emailMagicLinks', 'otpScreens', 'numbers', 'callingCodes1x'],
  // with a backend
  ...['language', 'plainWords', 'quartz', 'quartzLater'],
]
const chunks: EmbedChunks = {
  ...Object.fromEntries(['embed', 'widget', 'when', 'integrity'].map((name) => [name, chunk(`${name}.js`)])),
  ...Object.fromEntries(names.map((name) => [name, chunk(`c/${name}.0a1b2c3d.js`)])),
}

const EMBED = 'https://shop.example/embed/'

const tag = (data: Record<string, string> = {}, more: Partial<ScriptTag> = {}): ScriptTag => ({
  src: `${EMBED}embed.js`,
  integrity: '',
  crossOrigin: false,
  data: { publicToken: 'public-token-live-1', element: '#login', ...data },
  hasElement: true,
  ...more,
})

const file = (path: string, more: Partial<LoadedFile> = {}): LoadedFile => ({
  url: path.startsWith('http') ? path : EMBED + path,
  status: 200,
  headers: { 'content-type': 'text/javascript', 'content-encoding': 'br', 'cache-control': 'max-age=31536000' },
  hashes: hashesOf(path),
  copies: path === 'widget.js' ? 1 : 0,
  holdsLaterCode: false,
  bytes: 2000,
  encodedSize: 700,
  ...more,
})

/** A page without a fault. */
const sound: Facts = {
  url: 'https://shop.example/login',
  tags: [tag()],
  elements: [],
  links: [],
  widgets: [{ method: 'mountLogin', selector: 'div#login' }],
  clients: [{ publicToken: 'public-token-live-1', base: 'https://api.stytch.com' }],
  production: true,
  cookies: [],
  violations: [],
  files: [file('embed.js'), file('widget.js'), file('c/engine.0a1b2c3d.js')],
  lines: [],
  calls: [],
  shift: 0,
  wide: [],
  narrow: [],
  faint: [],
  fields: [],
  troubles: [],
}

const codesOf = (facts: Partial<Facts>) => findingsOf({ ...sound, ...facts }, chunks).map(({ code }) => code)

const violation = (more: Partial<Violation>): Violation => ({
  directive: 'connect-src',
  blockedUri: 'https://api.stytch.com/sdk/v1/events',
  source: `${EMBED}c/engine.0a1b2c3d.js`,
  sample: '',
  text: '',
  inWidget: false,
  ...more,
})

test('a sound page has no findings', () => {
  assert.equal(codesOf({}), [])
})

test('the directive to add is the shortest that allows what was blocked', () => {
  const page = 'https://shop.example/login'
  for (const [blockedUri, directive, expected] of [
    ['https://api.stytch.com/sdk/v1/events', 'connect-src', 'connect-src https://api.stytch.com'],
    ['https://shop.example/embed/widget.js', 'script-src-elem', "script-src 'self'"],
    ['https://cdn.example/embed/widget.js', 'script-src-elem', 'script-src https://cdn.example'],
    ['https://accounts.google.com/gsi/client', 'script-src-elem', 'script-src https://accounts.google.com/gsi/'],
    ['data', 'img-src', 'img-src data:'],
  ] as const)
    assert.is(directiveFor(violation({ blockedUri, directive }), page), expected)
  assert.is(
    directiveFor(violation({ blockedUri: 'inline', directive: 'style-src-elem', text: '.lk{}' }), page),
    `style-src 'sha256-${hashesOf('.lk{}').sha256}'`,
  )
})

test('what the page itself does against its policy is no finding', () => {
  for (const own of [
    violation({ blockedUri: 'https://analytics.example/a.js', directive: 'script-src-elem', source: 'https://shop.example/shop.js' }),
    violation({ blockedUri: 'inline', directive: 'style-src-elem', text: 'body { margin: 0 }', source: '' }),
    // the snippet works without the height that it reserves
    violation({ blockedUri: 'inline', directive: 'style-src-elem', text: '#latchkey{min-height:230px}', source: '' }),
    violation({ blockedUri: 'trusted-types-sink', directive: 'require-trusted-types-for', source: 'https://shop.example/shop.js' }),
  ])
    assert.equal(codesOf({ violations: [own] }), [], own.blockedUri)
  assert.equal(codesOf({ violations: [violation({})] }), ['csp.blocked'])
  assert.equal(
    codesOf({
      violations: [violation({ directive: 'trusted-types', blockedUri: 'trusted-types-policy', sample: 'latchkey', source: '' })],
    }),
    ['csp.trusted_types'],
  )
})

test('files of the widget are told from those of the page', () => {
  assert.is(embedFile(`${EMBED}c/otp.0a1b2c3d.js?1`, [EMBED]), 'c/otp.0a1b2c3d.js')
  assert.is(embedFile(`${EMBED}shop.js`, [EMBED]), undefined)
  assert.is(embedFile('https://shop.example/c/otp.0a1b2c3d.js', [EMBED]), undefined)
  const bundle = file('https://shop.example/assets/index.js', { copies: 1 })
  assert.ok(isWidgetFile(`${bundle.url}?v=1`, { tags: [], files: [bundle] }))
  assert.not(isWidgetFile('https://shop.example/assets/shop.js', { tags: [], files: [bundle] }))
})

test('a consent page says who may frame it, in a policy or in the older header', () => {
  const consent = 'https://shop.example/consent?client_id=a&redirect_uri=b'
  for (const [headers, expected] of [
    [{}, ['server.frames']],
    [{ 'content-security-policy': "default-src 'self'" }, ['server.frames']],
    [{ 'content-security-policy': "default-src 'self'; frame-ancestors  * 'self'" }, ['server.frames']],
    [{ 'content-security-policy': 'frame-ancestors https:' }, ['server.frames']],
    [{ 'content-security-policy': 'frame-ancestors *', 'x-frame-options': 'DENY' }, ['server.frames']],
    [{ 'x-frame-options': 'ALLOW-FROM https://a.example' }, ['server.frames']],
    [{ 'x-frame-options': 'sameorigin' }, []],
    [{ 'content-security-policy': "default-src 'self';frame-ancestors 'none'" }, []],
    [{ 'content-security-policy': "default-src 'self', frame-ancestors https://a.example" }, []],
    [{ 'content-security-policy': 'frame-ancestors' }, []],
  ] as [Record<string, string>, string[]][])
    assert.equal(codesOf({ url: consent, headers }), expected, JSON.stringify(headers))
  const widgets = [{ method: 'mountIdentityProvider', selector: 'div#consent' }]
  assert.equal([codesOf({ headers: {} }), codesOf({ headers: {}, widgets })], [[], ['server.frames']])
})

test('two session cookies of one name are found if a request can carry both', () => {
  const of = (domain: string, path = '/', name = 'better-auth.session_token') => ({ name, domain, path })
  for (const [one, other, isFound] of [
    [of('shop.example'), of('.shop.example'), true],
    [of('www.shop.example'), of('.shop.example'), true],
    [of('shop.example'), of('shop.example', '/account'), true],
    [of('shop.example'), of('www.shop.example'), false],
    [of('shop.example', '/a'), of('shop.example', '/b'), false],
    [of('shop.example'), of('.shop.example', '/', 'stytch_session'), false],
    [of('shop.example', '/', 'theme'), of('.shop.example', '/', 'theme'), false],
  ] as const)
    assert.equal(codesOf({ cookies: [one, other] }), isFound ? ['server.cookie_twice'] : [], `${one.domain} ${other.domain} ${other.path}`)
})

test('a hash that does not match is a changed file, or the snippet of another release', () => {
  const hashes = hashesOf('something else')
  const wrong = `sha384-${hashes.sha384}`
  const withHashes = (widget: LoadedFile, hash: string) =>
    codesOf({
      tags: [tag({ integrity: `integrity.js ${chunks.integrity!.integrity}, widget.js ${hash}` })],
      files: [file('embed.js'), widget],
    })
  assert.equal(withHashes(file('widget.js'), chunks.widget!.integrity), [])
  assert.equal(withHashes(file('widget.js', { hashes }), chunks.widget!.integrity), ['integrity.mismatch'])
  assert.equal(withHashes(file('widget.js'), wrong), ['integrity.stale_snippet'])
  // browsers ignore it on a link, and the loader refuses it in its own attribute
  assert.equal(codesOf({ links: [{ href: `${EMBED}widget.js`, integrity: 'md5-1' }] }), [])
  assert.equal(codesOf({ tags: [tag({ integrity: 'md5-1' })] }), ['options.invalid'])
  const older = { href: `${EMBED}c/otp.99999999.js`, integrity: wrong }
  const missing = file('c/otp.99999999.js', { status: 404, hashes: undefined })
  assert.equal(codesOf({ links: [older], files: [...sound.files, missing] }), ['integrity.stale_snippet'])
})

test('an error of a page comes from the script at the top of its stack, and no stack takes long', () => {
  assert.is(
    scriptIn('Error: no\n    at f (https://shop.example/a.js?v=1:2:3)\n    at https://other.example/b.js:1:1'),
    'https://shop.example/a.js?v=1',
  )
  assert.is(scriptIn('f@https://shop.example/a.js:2:3'), 'https://shop.example/a.js')
  assert.is(scriptIn(undefined), '')
  const ms = processorTime(() => {
    for (const part of ['http://', 'https://a', 'https://a:']) assert.is(scriptIn(part.repeat(400_000 / part.length)), '')
  })
  assert.ok(ms < 5000, String(ms))
})

test('a token is missing, a placeholder, malformed, or of the wrong environment', () => {
  const withToken = (publicToken: string, base = '') => codesOf({ tags: [tag({ publicToken, baseUrl: base })], clients: [] })
  for (const good of ['public-token-test-9b0f1e58-4c1d-4f3e-8a55-ab1c2d3e4f50', 'public-token-live-1', 'public-token-test-example'])
    assert.equal(withToken(good), [], good)
  assert.equal(withToken(''), ['token.missing'])
  // a client for the host's own server needs none
  const ofBackend = { ...tag({ publicToken: undefined as never, backend: '/auth' }) }
  assert.equal(codesOf({ tags: [ofBackend], clients: [{ publicToken: '', base: 'https://app.example/auth' }] }), [])
  for (const placeholder of [
    'public-token-live-...',
    'public-token-test-…',
    '<your token>',
    'YOUR_PUBLIC_TOKEN',
    '{{ token }}',
    'public-token-live-xxxx',
  ])
    assert.equal(withToken(placeholder), ['token.placeholder'], placeholder)
  for (const other of [
    'secret-live-1',
    'project-test-1',
    'public-token-prod-1',
    'undefinedpublic-token-test-1',
    'public-token-test-',
    'public-token-test-1 ',
  ])
    assert.equal(withToken(other), ['token.malformed'], other)
  const ms = processorTime(() => {
    for (const [other, code] of [
      ['<'.repeat(300_000), 'malformed'],
      ['{'.repeat(300_000), 'malformed'],
      ['{{x'.repeat(100_000), 'malformed'],
      [`${'<'.repeat(300_000)}>`, 'placeholder'],
    ] as const)
      assert.equal(withToken(other), [`token.${code}`])
  })
  assert.ok(ms < 5000, 'no token takes long, however long it is')
  assert.equal(withToken('public-token-test-1', 'https://api.stytch.com'), ['token.environment'])
  assert.equal(withToken('public-token-live-1', 'https://test.stytch.com'), ['token.environment'])
  assert.equal(withToken('public-token-live-1', 'https://login.shop.example'), [])
})

test('redirect URLs are read from the markup and from calls, and judged by the page', () => {
  const withUrl = (url: string, page = 'https://www.shop.example/login') =>
    codesOf({
      url: page,
      tags: [],
      files: [],
      calls: [
        {
          method: 'POST',
          path: '/magic_links/email/login_or_create',
          base: '',
          publicToken: 'public-token-live-1',
          body: { login_magic_link_url: url },
          status: 200,
        },
      ],
    })
  for (const good of ['https://www.shop.example/in', 'https://account.shop.example/in', 'https://www.shop.example/in?from=login'])
    assert.equal(withUrl(good), [], good)
  assert.equal(withUrl('/in'), ['redirect.relative'])
  assert.equal(withUrl('www.shop.example/in'), ['redirect.relative'])
  assert.equal(withUrl('https://www.shop.example/#/in'), ['redirect.fragment'])
  assert.equal(withUrl('http://www.shop.example/in'), ['redirect.insecure'])
  assert.equal(withUrl('https://shop.test/in'), ['redirect.origin'])
  assert.equal(withUrl('http://shop.test/in'), ['redirect.insecure'])
  assert.equal(withUrl('http://localhost:3000/in'), ['redirect.origin'])
  assert.equal(withUrl('http://localhost:3000/in', 'http://localhost:3000/login'), [])
  assert.equal(withUrl('http://localhost:4000/in', 'http://localhost:3000/login'), ['redirect.origin'])
  assert.equal(
    redirectsOf({
      calls: [],
      elements: [],
      tags: [tag({ config: '{"oauthOptions":{"loginRedirectURL":"/in"},"legal":{"termsURL":"/terms"}}' })],
    }),
    [{ name: 'config.oauthOptions.loginRedirectURL', url: '/in' }],
  )
})

test('one error explains others', () => {
  assert.equal(codesOf({ widgets: [] }), ['mount.none'])
  assert.equal(codesOf({ widgets: [], violations: [violation({})] }), ['csp.blocked'])
  const relative = {
    method: 'POST',
    path: '/magic_links/email/login_or_create',
    base: '',
    publicToken: 'public-token-live-1',
    body: { login_magic_link_url: '/in' },
    status: 400,
  }
  assert.equal(codesOf({ calls: [relative] }), ['redirect.relative'])
  assert.equal(codesOf({ calls: [{ ...relative, body: {} }] }), ['call.refused'])
  assert.equal(codesOf({ troubles: [{ trouble: '502', message: '', textKept: false }] }), ['fault.text_lost'])
})

test('a page with a client alone has screens of its own', () => {
  const clients = [{ publicToken: 'public-token-live-1', base: 'https://api.stytch.com' }]
  assert.equal(codesOf({ widgets: [], tags: [], clients }), [])
  assert.equal(codesOf({ widgets: [], tags: [], clients: [] }), ['mount.none'])
  assert.equal(codesOf({ widgets: [], clients }), ['mount.none'], 'a script tag is for a widget')
})

test('a token that is spent twice signs in, in whatever order the answers come', () => {
  const call = { method: 'POST', path: '/magic_links/authenticate', base: '', publicToken: 'public-token-live-1', body: { token: 'a' } }
  const [success, refusal] = [
    { ...call, status: 200 },
    { ...call, status: 401, refusal: 'unable_to_auth_magic_link' },
  ]
  assert.equal(codesOf({ calls: [success, refusal] }), [])
  assert.equal(codesOf({ calls: [refusal, success] }), [])
  assert.equal(codesOf({ calls: [refusal] }), ['call.refused'])
  assert.equal(codesOf({ calls: [success, { ...refusal, body: { token: 'b' } }] }), ['call.refused'])
})

test('compression and caching count in production alone', () => {
  const plain = { headers: { 'content-type': 'text/javascript' } }
  const files = [file('embed.js'), file('widget.js', plain), file('c/engine.0a1b2c3d.js', plain)]
  assert.equal(codesOf({ files }), ['bytes.uncompressed', 'bytes.uncached'])
  assert.equal(codesOf({ files, production: false }), [])
})

test('the text of a report is short, and its last line counts', () => {
  const facts = {
    ...sound,
    violations: Array.from({ length: 6 }, (_, at) => violation({ blockedUri: `https://api.stytch.com/${at}` })),
    shift: 0.2,
  }
  const report = reportOf({
    facts,
    findings: findingsOf(facts, chunks),
    notChecked: { 'first call': 'no form', tabs: 'no form', other: 'no time' },
    downloads: { files: 1, bytes: 1234 },
    milliseconds: 1,
  })
  const lines = reportText(report).split('\n')
  assert.is(lines.at(-1), '1 error, 1 warning.')
  assert.ok(lines.includes('    and 2 more'))
  assert.is(lines.filter((line) => line.includes('https://api.stytch.com/')).length, 4)
  assert.ok(lines.includes('Not checked (no form): first call, tabs.'))
  assert.ok(lines.includes('The widget: 1 file, 1,234 bytes.'))
  assert.not(report.ok)
  // a page chooses its own address and what it complains about
  const loud = {
    ...report,
    url: 'https://a.test/\u001b[2J',
    findings: report.findings.map((one) => ({ ...one, evidence: ['\u001b[1A', 'a\nNothing found.'] })),
  }
  assert.not.match(reportText(loud), '\u001b')
  assert.not.match(reportText(loud), /^Nothing found/m)
  assert.is(
    reportText({ ...report, findings: [] })
      .split('\n')
      .at(-1),
    'Nothing found.',
  )
})

test('a session check that says that nobody is signed in is no refused call, and any other refusal of it is one', () => {
  const check = { method: 'POST', path: '/sessions/authenticate', base: '', publicToken: 'public-token-live-1', body: {} }
  assert.equal(codesOf({ calls: [{ ...check, status: 401 }] }), [])
  assert.equal(codesOf({ calls: [{ ...check, status: 403 }] }), ['call.refused'])
  assert.equal(codesOf({ calls: [{ ...check, path: '/magic_links/authenticate', status: 401 }] }), ['call.refused'])
})

test.run()
