/**
 * Compares what each call of the drop-in's clients without screens does when it ends without an
 * answer with what the provider's own does: whether it resolves, rejects, throws or waits, with
 * which error, what it has sent, and what it leaves in the page. `differences` says where ours
 * differ, and why.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bootstrap, ok } from '../client/answers.ts'
import { methodOf } from '../client/b2b/member.ts'
import type { Network, Window } from '../client/fakeBrowser.ts'
import { settled } from '../harness/turns.ts'
import * as recorded from '../wire/recordedCalls.ts'
import { type Kind, method, open, type Outcome, outcomeOf, type Side } from './besideProvider.ts'

const test = suite('how calls end without an answer')

/** A call: its path and its arguments. */
type Call = [path: string, ...given: unknown[]]

/** The first row of each call in a table of test/wire/. */
const firstOf = (rows: { call: string; args: unknown[] }[]): Call[] =>
  [...new Map(rows.map(({ call, args }) => [call, [call, ...args]] as [string, Call]).reverse()).values()].reverse()

const listen = () => {}
const minutes = { session_duration_minutes: 30 }
const challenge =
  '{"challenge":"AAAA","rp":{"id":"app.example.com","name":"A"},"user":{"id":"AAAA","name":"a","displayName":"a"},"pubKeyCredParams":[]}'

/** Calls of users and members alike, which send nothing or begin outside of the API. */
const ofBoth: Call[] = [
  ['onStateChange', listen],
  ['session.onChange', listen],
  ['session.getSync'],
  ['session.getInfo'],
  ['session.getTokens'],
  ['session.authenticate'],
  ['session.updateSession', { session_token: 't', session_jwt: 'j' }],
  ['session.revoke', { forceClear: true }],
]

/** The calls that test/wire/ lacks, because they send nothing or begin outside of the API. */
const others: Record<Kind, Call[]> = {
  users: [
    ...ofBoth,
    ['user.onChange', listen],
    ['user.getSync'],
    ['user.getInfo'],
    ['session.updateSession', { session_token: 't', session_jwt: null }],
    ['oauth.google.start', { login_redirect_url: '/in', signup_redirect_url: '/up', custom_scopes: ['a'], provider_params: { a: 'b' } }],
    ['oauth.google.start'],
    ['webauthn.register', { domain: 'app.example.com', authenticator_type: 'platform', is_passkey: true, ...minutes }],
    ['webauthn.register'],
    ['webauthn.authenticate', { domain: 'app.example.com', is_passkey: true, ...minutes }],
    ['webauthn.authenticate', { ...minutes, conditional_mediation: true }],
    ['webauthn.browserSupportsAutofill'],
    ['rbac.isAuthorizedSync', 'documents', 'read'],
    ['rbac.isAuthorized', 'documents', 'read'],
    ['rbac.allPermissions'],
  ],
  members: [
    ...ofBoth,
    ['self.onChange', listen],
    ['self.getSync'],
    ['self.getInfo'],
    ['member.getSync'],
    ['organization.onChange', listen],
    ['organization.getSync'],
    ['organization.getInfo'],
    ['oauth.google.start', { organization_id: 'o', login_redirect_url: '/in', custom_scopes: ['a'], provider_params: { a: 'b' } }],
    ['oauth.google.start', { organization_slug: 'acme' }],
    ['oauth.google.discovery.start', { discovery_redirect_url: '/in' }],
    ['oauth.google.discovery.start', {}],
    ['oauth.googleOneTap.start', { organization_id: 'o' }],
    ['oauth.googleOneTap.discovery.start', {}],
    ['sso.start', { connection_id: 'c', login_redirect_url: '/in', signup_redirect_url: '/up' }],
    ['rbac.isAuthorizedSync', 'documents', 'read'],
    ['rbac.isAuthorized', 'documents', 'read'],
    ['rbac.allPermissions'],
  ],
}

const calls: Record<Kind, Call[]> = {
  // the provider's 5.35.1 has no `attach`
  users: [...firstOf(recorded.calls).filter(([path]) => path !== 'oauth.attach'), ...others.users],
  members: [...firstOf(recorded.b2bCalls), ...others.members],
}

const offline: Network = () => Promise.reject(new TypeError('Failed to fetch'))
const silent: Network = () => new Promise(() => {})
const pkce = Object.fromEntries(['email_magic_links', 'password_resets', 'oauth', 'sso'].map((of) => [`pkce_required_for_${of}`, true]))
/** Gives the settings, and then what `then` gives. */
const known =
  (then: Network): Network =>
  (request) =>
    request.path.startsWith('/projects/') ? ok(bootstrap(pkce)) : then(request)
const passkeys = known((request) =>
  request.path.startsWith('/webauthn/')
    ? ok({ public_key_credential_creation_options: challenge, public_key_credential_request_options: challenge })
    : offline(request),
)

const define = (window: Window, name: string, descriptor: PropertyDescriptor) =>
  void Object.defineProperty(window, name, { configurable: true, ...descriptor })
const refusing = (name: string) => (window: Window) => {
  define(window, name, {
    get() {
      throw new window.DOMException('blocked', 'SecurityError')
    },
  })
}
const full = (window: Window) => {
  const area = {
    getItem: () => null,
    removeItem() {},
    setItem() {
      throw new window.DOMException('full', 'QuotaExceededError')
    },
  }
  for (const name of ['localStorage', 'sessionStorage']) define(window, name, { value: area })
}
/** A browser with passkeys, and what its prompt does. */
const prompting =
  (ask: (window: Window) => unknown, autofill: unknown = async () => true) =>
  (window: Window) => {
    window.PublicKeyCredential = Object.assign(() => {}, { isConditionalMediationAvailable: autofill })
    window.document.body.innerHTML = '<input autocomplete="username webauthn">'
    define(window.navigator as never, 'credentials', { value: { get: () => ask(window), create: () => ask(window) } })
  }
const promptFails = (name: string) => prompting((window) => Promise.reject(new window.DOMException('The device says so.', name)))

interface Reason {
  answer: Network
  prepare?: (window: Window) => void
  /** The calls that it concerns. Default: all. */
  only?: RegExp
  /** What to do instead of the call. */
  doing?: (client: object, call: Call) => unknown
}

const twice = (client: object, [path, ...given]: Call) => {
  const call = method(client, path)
  const both = [call(...given), call(...given)]
  return both.some((given) => typeof (given as PromiseLike<unknown> | undefined)?.then === 'function')
    ? Promise.allSettled(both).then(summary)
    : 'twice'
}
const summary = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes
    .map((outcome) =>
      outcome.status === 'fulfilled' ? 'resolved' : `${(outcome.reason as Error).name}: ${(outcome.reason as Error).message}`,
    )
    .join(', ')

const call = (client: object, [path, ...given]: Call) => method(client, path)(...given)

/** Why a call ends without an answer. */
const reasons: Record<string, Reason> = {
  'nobody is signed in, and there is no network': { answer: offline },
  'the network goes away after the settings; no proof key is stored': { answer: known(offline) },
  'the client does not know the settings yet': { answer: silent },
  'the server never answers': { answer: known(silent) },
  'somebody is signed in, and there is no network': {
    answer: known(offline),
    prepare: ({ document }) => {
      for (const name of ['stytch_session', 'stytch_session_jwt']) document.cookie = `${name}=x`
    },
  },
  'it is called twice at once': { answer: known(offline), doing: twice },
  'its method is a variable of the host': {
    answer: known(offline),
    doing: (client, [path, ...given]) => methodOf(client, path)(...given),
  },
  'storage is full': { answer: known(offline), prepare: full },
  'there is no storage': { answer: known(offline), prepare: (window) => define(window, 'localStorage', { value: null }) },
  'the page has no WebCrypto': {
    answer: known(offline),
    prepare: (window) => define(window, 'crypto', { value: { getRandomValues: crypto.getRandomValues.bind(crypto) } }),
  },
  'the browser has no passkeys': { answer: passkeys, only: /^webauthn/ },
  'the passkey prompt is closed': { answer: passkeys, only: /^webauthn/, prepare: promptFails('NotAllowedError') },
  'the passkey prompt is aborted': { answer: passkeys, only: /^webauthn/, prepare: promptFails('AbortError') },
  'the passkey exists': { answer: passkeys, only: /^webauthn/, prepare: promptFails('InvalidStateError') },
  'the domain is not allowed': { answer: passkeys, only: /^webauthn/, prepare: promptFails('SecurityError') },
  'the passkey prompt gives nothing': { answer: passkeys, only: /^webauthn/, prepare: prompting(async () => null) },
  'the browser cannot fill in passkeys': {
    answer: passkeys,
    only: /^webauthn/,
    prepare: prompting(
      async () => null,
      async () => false,
    ),
  },
  'the browser does not say whether it can': { answer: passkeys, only: /^webauthn/, prepare: prompting(async () => null, 'none') },
  "Google's script is blocked": {
    answer: known((request) =>
      request.path.endsWith('/onetap/start')
        ? ok({ google_client_id: 'google', stytch_csrf_token: 'csrf', oauth_callback_id: 'callback', request_id: 'r' })
        : offline(request),
    ),
    only: /^oauth\.googleOneTap/,
  },
}

const wrong = new Map<string, unknown>([
  ['absent', undefined],
  ['null', null],
  ['5', 5],
  ["'x'", 'x'],
  ["''", ''],
  ['{}', {}],
  ['[]', []],
  ['[5]', [5]],
  ['true', true],
  ['a function', () => {}],
  ['NaN', NaN],
])

const replaced = (given: unknown[], at: number, value: unknown) => given.map((argument, index) => (index === at ? value : argument))

/** The same call with one argument, or one field of one, that is wrong; and without any. */
const wrongCalls = ([path, ...given]: Call): [what: string, Call][] => [
  ['nothing', [path]],
  ...given.flatMap((argument, at) =>
    [...wrong].flatMap(([what, value]): [string, Call][] => [
      [`argument ${at} ${what}`, [path, ...replaced(given, at, value)]],
      ...(argument && typeof argument === 'object' && !Array.isArray(argument)
        ? Object.keys(argument).map((field): [string, Call] => [
            `${field} ${what}`,
            [path, ...replaced(given, at, { ...argument, [field]: value })],
          ])
        : []),
    ]),
  ),
]

interface Compared {
  reason: string
  path: string
  theirs: Outcome
  ours: Outcome
  /** What the provider's client sends for the same call with good arguments. */
  good?: string | undefined
}

const usage = ({ ends }: Outcome) => /(?:rejects with|throws) StytchSDKUsageError: (.*)\n([\s\S]*)/.exec(ends)
const bare = ({ ends, sent }: Outcome) => ends + sent.join()
const engineError = /(Type|Syntax)Error: /
const withoutEmpty = (urls: string[]) => urls.map((url) => url.replace(/&\w+=(undefined|null|NaN)?(?=&|$)/g, '')).join()
const withoutProofKey = (urls: string[]) => urls.map((url) => url.replace(/&(pkce_)?code_challenge=\.\.\./, '')).join()

/** Where ours differ from the provider's, and why. */
const differences: Record<string, (compared: Compared) => boolean> = {
  "The provider's client stops with an error of the engine. Ours works, or says what is wrong.": ({ theirs, ours }) =>
    engineError.test(theirs.ends) && !engineError.test(ours.ends) && ours.ends !== 'waits',
  'Ours names all wrong fields at once, and the provider the first one.': ({ theirs, ours }) => {
    const [first, all] = [usage(theirs), usage(ours)]
    return !!first && !!all && first[1] === all[1] && all[2]!.split('\n').includes(first[2]!) && all[2]!.includes('\n')
  },
  'Null counts as absent.': ({ reason, theirs, ours, good }) => reason.endsWith(' null') && !!usage(theirs) && ours.sent.join() === good,
  'JSON has no NaN.': ({ reason, ours }) => reason.endsWith(' NaN') && !!usage(ours),
  'What is not a text could make another path of it, so it is not sent.': ({ theirs, ours, good }) =>
    !!usage(ours) && !ours.sent.length && theirs.sent.length === 1 && theirs.sent.join() !== good,
  'Ours checks what the server would refuse.': ({ reason, path, theirs, ours }) =>
    !!usage(ours) && !usage(theirs) && checkedByUs.some(([call, field]) => path === call && reason.startsWith(`${field} `)),
  'What is empty is no parameter of a URL.': ({ theirs, ours }) =>
    bare(theirs) === bare(ours) && withoutEmpty(ours.went) === withoutEmpty(theirs.went),
  'As long as nobody knows whether the project requires a proof key, ours sends one.': ({ theirs, ours }) =>
    bare(theirs) === bare(ours) && withoutProofKey(ours.went) === theirs.went.join(),
  "Ours checks an argument before it waits, and asks for a passkey's challenge without the settings.": ({ reason, theirs }) =>
    reason === 'the client does not know the settings yet' && theirs.ends === 'waits',
  'Autofill that gives nothing tries again.': ({ reason, ours, theirs }) =>
    reason === 'the passkey prompt gives nothing' && engineError.test(theirs.ends) && ours.ends === 'waits',
  'The reason why One Tap cannot load is named; the error has a class.': ({ theirs, ours }) =>
    theirs.ends !== ours.ends &&
    theirs.ends.replaceAll(
      'Error: One Tap could not load: unknown_error',
      'StytchSDKError: One Tap could not load: Unable to contact our servers.',
    ) === ours.ends,
  "Ours ends when Google's script is blocked, and takes it away. The provider's waits for ever.": ({ reason, theirs, ours }) =>
    reason === "Google's script is blocked" &&
    theirs.ends === 'waits' &&
    ours.ends.startsWith('rejects with StytchSDKError: One Tap could not load: Could not load a script'),
}

/** What ours checks and the provider's SDK does not, although it is no part of a path. */
const checkedByUs: [call: string, field: string][] = [
  ['otps.authenticate', 'argument 1'],
  ['session.authenticate', 'session_duration_minutes'],
  ['passwords.resetBySession', 'session_duration_minutes'],
  ['sso.discoverConnections', 'argument 0'],
  ['sso.discoverConnections', 'nothing'],
  ['oauth.google.start', 'login_redirect_url'],
  ['oauth.google.start', 'signup_redirect_url'],
  ['oauth.google.start', 'custom_scopes'],
  ['oauth.google.start', 'provider_params'],
  ['sso.start', 'connection_id'],
  ['sso.start', 'argument 0'],
  ['webauthn.authenticate', 'conditional_mediation'],
  ['passwords.resetByEmailStart', 'organization_id'],
  ['passwords.resetByExistingPassword', 'organization_id'],
]

const used = new Set<string>()
const unexpected = (all: Compared[]) =>
  all.flatMap((compared) => {
    const { theirs, ours, reason, path } = compared
    if (JSON.stringify(theirs) === JSON.stringify(ours)) return []
    const why = Object.keys(differences).find((name) => differences[name]!(compared))
    if (why) used.add(why)
    return why ? [] : [`${path}, ${reason}\n  theirs: ${Object.values(theirs).join(' ')}\n  ours: ${Object.values(ours).join(' ')}`]
  })

const sides: Side[] = ['theirs', 'ours']
const kinds: Kind[] = ['users', 'members']

for (const kind of kinds) {
  for (const [reason, { answer, prepare, only = /./, doing = call }] of Object.entries(reasons)) {
    const concerned = calls[kind].filter(([path]) => only.test(path))
    if (!concerned.length) continue
    test(`${kind}: ${reason}`, async () => {
      const [theirs, ours] = (await Promise.all(
        sides.map(async (side) => {
          const page = open(kind, side, answer, prepare)
          await settled()
          const outcomes: Outcome[] = []
          for (const call of concerned) outcomes.push(await outcomeOf(page, () => doing(page.client, call)))
          page.close()
          return outcomes
        }),
      )) as [Outcome[], Outcome[]]
      for (const [at, { ends, left }] of ours.entries())
        if (ends !== 'waits') assert.equal(left, [], `${concerned[at]![0]} leaves this in the page`)
      assert.equal(unexpected(concerned.map(([path], at) => ({ reason, path, theirs: theirs[at]!, ours: ours[at]! }))), [])
    })
  }

  test(`${kind}: wrong arguments`, async () => {
    const [theirs, ours] = sides.map((side) => open(kind, side, known(offline)))
    await settled()
    const compared: Compared[] = []
    for (const call of calls[kind]) {
      if (/onChange|onStateChange|oneTap/i.test(call[0])) continue
      const { sent } = await outcomeOf(theirs!, () => method(theirs!.client, call[0])(...call.slice(1)))
      for (const [reason, [path, ...given]] of wrongCalls(call)) {
        const [first, second] = [theirs!, ours!].map((page) => outcomeOf(page, () => method(page.client, path)(...given)))
        compared.push({ reason, path, theirs: await first!, ours: await second!, good: sent.join() })
      }
    }
    theirs!.close()
    ours!.close()
    assert.ok(compared.length > 1_000, String(compared.length))
    assert.equal(unexpected(compared), [])
  })
}

test('a page where storage is refused has a client', async () => {
  for (const name of ['localStorage', 'sessionStorage']) {
    assert.throws(() => open('users', 'theirs', offline, refusing(name)), /blocked/)
    const page = open('users', 'ours', known(offline), refusing(name))
    const { ends } = await outcomeOf(page, () => method(page.client, 'magicLinks.email.loginOrCreate')('ada@example.com'))
    assert.is(ends, 'rejects with StytchAPIUnreachableError: Unable to contact our servers.')
    page.close()
  }
})

test('every difference that is listed is there', () =>
  assert.equal(
    Object.keys(differences).filter((name) => !used.has(name)),
    [],
  ))

test.run()
