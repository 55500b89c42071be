/** Ties each sentence of SECURITY.md to the tests that prove it, or to the reason why no test can. */
import { marked, type Token } from 'marked'
import ts from 'typescript'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { textOf } from '../harness/documents.ts'

/** The tests of a sentence, as paths below test/ with the names of tests: a name that is computed as it stands in the file, with its `${}`. */
type Proofs = Record<string, string[]>

/** What the sentence is instead of a promise about the product. */
type NoPromise = 'what people do' | 'advice'

const CSP = [
  'the policy of docs/content-security-policy.md, ${name}, is enough: sign-ins by link and by text keep their colors and report no violation',
  'the policy of docs/content-security-policy.md, ${name}, is minimal: without its sources there is no widget, or no connection',
]
const SECRETS: Proofs = {
  'client/secrets.test.ts': [
    '${entry}: no secret of a call or an answer is in an error, on the console, in the log, in a URL or in storage',
  ],
  'browser/secrets.matrix.test.ts': [
    '${way}: no secret is on the console, in the log, in URLs, in errors or in DOM events',
    'a page that lets a ${kind} out is noticed: ${where}',
  ],
  'browser/log.matrix.test.ts': [
    'nothing that the document excludes is in the log',
    'the document lists each event that was logged, with its details, and no other',
  ],
}

/** Each sentence, without its links and marks. */
const sentences: [string, Proofs | NoPromise][] = [
  ['Please report a vulnerability privately, through a security advisory in this repository, not in a public issue.', 'what people do'],
  ['Tell us the version, what an attacker gains, and how to reproduce it.', 'what people do'],
  ['We reply within three working days.', 'what people do'],
  ['Fixes come with the next release; older releases get none.', 'what people do'],

  [
    'Latchkey uses no inline scripts, no inline styles, no eval and no HTML from strings, so a page can have a strict Content Security Policy and Trusted Types: the policy.',
    {
      'browser/security.test.ts': [...CSP, 'trusted-types: our own policy would be refused, so we create none'],
      'browser/hosts.test.ts': [
        'a strict policy, ${name} reports no violation, with and without shadow DOM',
        'the strict policies of these tests are in force',
      ],
      'browser/standIns.test.ts': [
        'Latchkey itself, under Trusted Types: both proofs, and a captcha after a suspicious call',
        "Latchkey itself, under Trusted Types: signs in with Google's prompt",
      ],
      'build/build.test.ts': [
        'downloads run no text and make no elements of it: the only HTML is that of the framework, of which nothing is used',
      ],
      'architecture.test.ts': [
        'what visitors download runs no text, makes no elements of it, and takes no number that can be guessed but for the times of refreshes',
      ],
    },
  ],
  [
    "One exception is yours to choose: the form in your page's HTML.",
    {
      'browser/prerendered.test.ts': [
        'a strict policy with the hashes of the form, or with a nonce, is enough, and Trusted Types are',
        'whatever a host gives as words, styles, ids or a nonce stays a value',
      ],
    },
  ],
  [
    'Every file of a release has a hash, and with the snippet a browser runs none that does not match: integrity.',
    {
      'build/build.test.ts': ['dist/sri.json has the hash of every script'],
      'browser/sri.test.ts': [
        'every file of a complete sign-in has its own integrity, as in dist/sri.json, with the snippet and with its tag alone',
        'a wrong hash fails closed: a changed file does not run',
        'the released snippet also checks the files that load later',
        'without their hashes, the files of these tests would run',
        'a bad link in the page lets no wrong file through',
        'a bad link to the widget itself lets no wrong widget through, even if another URL has the right one',
      ],
    },
  ],
  [
    'Scripts of others load only if your project or your options ask for them: captcha, fraud protection, Google One Tap.',
    {
      'browser/thirdParties.matrix.test.ts': [
        'no way to log in loads anything of others',
        'nor do the pages for passkeys, a new password and consent, and the headless clients',
        'captcha and fraud protection load when a call needs them, if the project requires them',
        "Google One Tap loads the provider's frame and Google's script, if the options ask for it",
      ],
    },
  ],
  [
    'Texts from you, from apps and from the provider are shown as text.',
    {
      'browser/embed.test.ts': ['nothing in strings, errors or names becomes HTML'],
      'browser/idp.test.ts': ['logos of the host and the app are small, and one that is broken or contains a script is not shown'],
      'build/build.test.ts': [
        'downloads run no text and make no elements of it: the only HTML is that of the framework, of which nothing is used',
      ],
    },
  ],
  [
    'The page goes to no URL that runs code, such as javascript:, whoever it comes from.',
    {
      'browser-platform/navigate.test.ts': ['${JSON.stringify(url)} is refused, and the page stays'],
      'browser/idp.test.ts': ['URLs with a scheme that runs code are refused, even if an app has registered them'],
      'client/oneTap.test.ts': ['the page does not go to ${redirect_url}'],
      'widget/hostOptions.test.ts': [
        'legal: no line without a link that leads to a page, in any configuration',
        'successURL: the success screen says where it leads, and a URL that leads to no page is ignored',
      ],
      'architecture.test.ts': ['one function sends the page elsewhere'],
    },
  ],

  [
    'A token in the URL is removed from the URL before it is used, and is used once.',
    {
      'browser/links.test.ts': [
        'the token leaves the URL before the call, and the rest of the URL stays byte for byte',
        'two widgets on the landing page of a link spend it once',
        'a reload while a link is being spent does not spend it again',
      ],
      'client/authenticateByUrl.test.ts': [
        'the token signs in, and leaves the URL before the call, while the rest of the URL stays',
        'any number of calls by any number of clients send one request and get one answer',
        'a token that returns to the URL is not sent again',
      ],
      'client/b2b/authenticateByUrl.test.ts': ['a token of type ${type} leaves the URL, then ${path} spends it'],
    },
  ],
  [
    'Only the script tag and the options that you pass decide what is loaded and sent.',
    {
      'browser/hosts.test.ts': ['properties added to Object.prototype do not affect what is loaded, sent or shown'],
      'client/options.test.ts': [
        "names in Object.prototype are nobody's options, at any depth",
        "later changes to a host's object have no effect",
      ],
    },
  ],
  [
    'An element named currentScript or a property of Object.prototype changes nothing.',
    {
      'browser/hosts.test.ts': [
        'an element that is called currentScript does not affect what loads, ${policyName}',
        'properties added to Object.prototype do not affect what is loaded, sent or shown',
      ],
    },
  ],
  [
    'Every script on the page can listen to the DOM events latchkey:event and latchkey:error.',
    { 'browser/embed.test.ts': ['events and errors bubble from the element, without tokens, even out of a shadow root'] },
  ],
  [
    'They carry plain copies without session tokens.',
    {
      'widget/mount.test.ts': ['DOM events of the widget carry a plain copy'],
      ...SECRETS,
    },
  ],
  [
    'Your own onEvent gets what the provider answered, tokens included.',
    { 'widget/mount.test.ts': ['DOM events of the widget carry a plain copy'] },
  ],
  [
    'The console, the log that is sent to the provider (what it contains) and error messages contain no session token, password, code or verifier.',
    SECRETS,
  ],
  [
    "PKCE is used even if the project's settings are unknown.",
    {
      'browser/faults.test.ts': [
        "without the project's settings the form works, with PKCE",
        'settings that arrive after 10 s: the form works within 5 s, with PKCE',
        'wrong cached settings do not decide about PKCE, and invalid ones break nothing',
      ],
      'browser/oauth.test.ts': ['unavailable settings do not block the sign-in: within five seconds it leaves with a proof key'],
      'client/settings.test.ts': [
        'PKCE is used if the project requires it, and if the settings are unknown',
        'with unknown settings, each request that can have a challenge has one: ${entry}',
        'a cached copy never decides about PKCE',
        'a call without settings for 4 s continues without them, with PKCE',
      ],
    },
  ],
  [
    'Keys and ids come from crypto.getRandomValues; without it, the call fails.',
    {
      'browser-platform/random.test.ts': ['a UUID has version 4 and takes all other bits from the generator'],
      'browser-platform/pkce.test.ts': ['without a random generator there is a typed error and no weaker fallback'],
      'client/proofKeys.test.ts': [
        'without a random generator calls reject with a typed error, nothing is sent, and the page logs nothing else',
        'a generator that fails later is a typed error too',
      ],
      'strings/faults.test.ts': ['a browser without secure random numbers'],
    },
  ],
  [
    'Math.random decides only when a session is refreshed.',
    {
      'build/build.test.ts': ['downloads take no number that can be guessed, but for the times of refreshes'],
      'architecture.test.ts': [
        'what visitors download runs no text, makes no elements of it, and takes no number that can be guessed but for the times of refreshes',
      ],
    },
  ],
  [
    'Session cookies are Secure (except on localhost) and SameSite=Lax.',
    {
      'browser-platform/cookies.test.ts': ['a cookie has the expected attributes', 'a cookie is secure except on loopback hosts'],
      'browser/sessions.test.ts': [
        'on a site with TLS, the cookies of a session are Secure and SameSite=Lax; scripts can read them, and no other storage has their tokens',
        'a reload keeps the session: cookies, user, and one check with the provider',
      ],
      'server/authenticate.test.ts': ['the cookies have the scope of the client, and are not Secure on the own machine'],
    },
  ],
  [
    "Scripts can read them, like the provider's own, unless your project keeps them in HttpOnly cookies on your domain.",
    {
      'browser/sessions.test.ts': [
        'on a site with TLS, the cookies of a session are Secure and SameSite=Lax; scripts can read them, and no other storage has their tokens',
        'no script can read a session that the project keeps in HttpOnly cookies, and it works',
      ],
      'client/session/life.test.ts': ["a session in HttpOnly cookies clears the page's own cookies, and is a session"],
    },
  ],
  [
    "No other storage has the session's tokens.",
    {
      'client/secrets.test.ts': SECRETS['client/secrets.test.ts']!,
      'browser/sessions.test.ts': [
        'on a site with TLS, the cookies of a session are Secure and SameSite=Lax; scripts can read them, and no other storage has their tokens',
      ],
    },
  ],
  [
    "The consent screen refuses to act inside another site's frame.",
    {
      'browser/idp.test.ts': ['the page refuses to act in a frame of another site, but not in one of its own'],
      'browser-platform/foreignFrame.test.ts': ["in ${above.join(', which is in ') || 'no frame'}: ${expected}"],
    },
  ],
  ["Send frame-ancestors 'none' with that page anyway.", 'advice'],

  ['A script that an attacker gets into your page can read what visitors type, and every cookie that is not HttpOnly.', 'advice'],
  ['Latchkey cannot prevent that; a strict policy can.', 'advice'],
  ['A session in the browser proves nothing to your server, so check it there.', 'advice'],
  [
    'latchkey/server accepts a session only if the provider has signed it for your project or confirms it, and it has not expired.',
    {
      'server/verifySession.test.ts': ['${what}: ${expected}', 'a user is no member, and a member no user'],
      'server/authenticate.test.ts': ['without a JWT, the opaque token is enough if the provider is asked'],
    },
  ],
  [
    'Its refusals and messages contain neither your secret nor a token.',
    {
      'server/authenticate.test.ts': [
        'the provider answers with ${what}: ${code}, and no secret or token is in the result or on the console',
        'the tokens of a renewed session are in no log of the result and in no JSON',
      ],
      'server/requests.test.ts': ['${what} is no request, which is a TypeError without a token in it'],
    },
  ],
  [
    'Which redirect URLs are allowed, how often a visitor may try, and which passwords are good enough are settings of your project, and the provider enforces them.',
    'advice',
  ],

  [
    'latchkey dev and listen of latchkey/emulator/node refuse requests from pages of other sites before they do anything, and requests to a host name that is not theirs (DNS rebinding).',
    {
      'emulator/door.test.ts': [
        'a server refuses in the format of the provider, says what to do, and has done nothing',
        'a host counts if it is a loopback one or one of the own ones, whatever its port',
      ],
      'emulator/cli.test.ts': ['dev refuses other pages, prints how to allow them, and then answers them'],
      'browser/door.matrix.test.ts': [
        '${name} reads nothing and changes nothing',
        'a name that an attacker points at this machine reads nothing and changes nothing',
      ],
    },
  ],
  [
    'They decide by Host, Origin, Sec-Fetch-Site and, for frames, Referer.',
    {
      'emulator/door.test.ts': [
        'a host counts if it is a loopback one or one of the own ones, whatever its port',
        'a page is answered if its origin is one of this machine or allowed',
        'without an origin, another site can open a page and load a script, and nothing else',
        'a page of another site shows none of its pages in a frame',
      ],
    },
  ],
  [
    'docs/emulator.md says how to allow more.',
    {
      'emulator/door.test.ts': ['a server answers the hosts and origins of its options, and those of the project on the API alone'],
      'emulator/cli.test.ts': ['dev refuses other pages, prints how to allow them, and then answers them'],
      'docs/samples.test.ts': [
        'commands of the shell exist, with their options',
        'TypeScript compiles against the declarations of the package',
      ],
    },
  ],
  [
    'Programs are not refused: whoever can open a connection to the port can read the outbox, so the default address is 127.0.0.1.',
    {
      'emulator/door.test.ts': ['without an origin, another site can open a page and load a script, and nothing else'],
      'emulator/node.test.ts': ['by default, only this machine reaches it, at 127.0.0.1'],
      'emulator/cli.test.ts': [
        'by default, only this machine reaches dev, at 127.0.0.1',
        'dev serves the emulator, and the built files with their types, until Ctrl-C',
      ],
    },
  ],
  [
    "The project's secret is well known unless you choose one.",
    {
      'emulator/server/sessions.test.ts': [
        'the secret that everybody knows is refused by a project with one of its own',
        'every other id and secret is refused, and so is a public token',
      ],
    },
  ],
]

/** The text of inline Markdown. */
const plain = (tokens: readonly Token[]): string =>
  tokens.map((token) => ('tokens' in token && token.tokens ? plain(token.tokens) : 'text' in token ? (token.text as string) : '')).join('')

/** The sentences of a document's paragraphs and list items, with single spaces. */
const sentencesOf = (document: string): string[] => {
  const texts: string[] = []
  const read = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (token.type === 'list') read((token as { items: Token[] }).items)
      else if (token.type === 'list_item' || token.type === 'blockquote') read((token as { tokens: Token[] }).tokens)
      else if (token.type === 'paragraph' || token.type === 'text') texts.push(plain((token as { tokens: Token[] }).tokens))
      else if (token.type !== 'heading' && token.type !== 'space')
        throw new Error(`${document} has a ${token.type}, whose sentences nobody reads.`)
    }
  }
  read(marked.lexer(textOf(document)))
  return texts.flatMap((text) =>
    text
      .replace(/\s+/g, ' ')
      .replaceAll('&#39;', "'")
      // a sentence begins with a capital letter, or with a name in code or of a file
      .split(/(?<=[.:]) (?=(?:[A-Z]|latchkey\/|docs\/))(?<!: )/),
  )
}

/** The names of the tests that a file registers in `npm run test:all`: not those that it skips, or registers if something else is the case. */
const registered = (path: string): string[] => {
  const source = ts.createSourceFile(path, textOf(`test/${path}`), ts.ScriptTarget.Latest, true)
  const names: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isIfStatement(node) || ts.isConditionalExpression(node) || ts.isFunctionLike(node)) return
    if (
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      ['test', 'testInAll', 'visiting', 'visitingInAll'].includes(node.expression.text)
    ) {
      const [name] = node.arguments
      if (name && ts.isStringLiteralLike(name)) names.push(name.text)
      else if (name && ts.isTemplateExpression(name)) names.push(name.getText().slice(1, -1))
    } else ts.forEachChild(node, visit)
  }
  visit(source)
  const isRun = source.statements.some((statement) => statement.getText() === 'test.run()')
  return isRun ? names : []
}

test('each sentence of SECURITY.md is here, with its exact words, and no other', () => {
  assert.equal(
    sentencesOf('SECURITY.md'),
    sentences.map(([sentence]) => sentence),
  )
})

test('each promise has tests, and each of them runs', () => {
  const files = new Map<string, string[]>()
  const missing = sentences.flatMap(([sentence, proofs]) => {
    if (typeof proofs === 'string') return []
    assert.ok(Object.keys(proofs).length > 0, sentence)
    return Object.entries(proofs).flatMap(([path, names]) => {
      if (!files.has(path)) files.set(path, registered(path))
      assert.ok(names.length > 0, `${sentence} ${path}`)
      return names.filter((name) => !files.get(path)!.includes(name)).map((name) => `${path}: ${name}`)
    })
  })
  assert.equal(missing, [])
})

test('most of it are promises', () => {
  const count = (is: (proofs: Proofs | NoPromise) => boolean) => sentences.filter(([, proofs]) => is(proofs)).length
  assert.ok(count((proofs) => typeof proofs !== 'string') >= 25)
  assert.ok(count((proofs) => proofs === 'advice') <= 5)
})

test.run()
