/**
 * Tests the elements of `latchkey/element` in a real browser, on a plain page and in variations of
 * it.
 */
import '../built/all.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { closeBrowser } from '../harness/browser.ts'
import { served, signIn } from './example.ts'
import { gone, until, visible, visiting, visitingInAll, widget, type Visitor } from './visitors.ts'

test.after(closeBrowser)

const root = fileURLToPath(new URL('../../', import.meta.url))
const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Log in</title>
    <script type="module">
      import { defineElements } from '/latchkey/element/index.js'

      addEventListener('latchkey:event', ({ detail }) => {
        if (detail.type === 'OTP_AUTHENTICATE') document.querySelector('output').textContent = 'Hello ' + detail.data.user.emails[0].email
      })
      defineElements()
    </script>
  </head>
  <body>
    <latchkey-login
      public-token="public-token-test-example"
      base-url="http://localhost:4100"
      config='{ "products": ["otp"], "otpOptions": { "methods": ["email"] } }'
    >
      Loading
    </latchkey-login>
    <output></output>
  </body>
</html>`

/** The plain page, with the package's files below /latchkey/. */
const plain = async (change = (html: string) => html) => {
  const files = { '/latchkey/element/index.js': await readFile(join(root, 'dist/element/index.js'), 'utf8') }
  return {
    pages: (_: string, provider: string) => served({ '/index.html': change(html), ...files }, provider),
    // The widget that the elements import.
    first: (page: Visitor['page']) =>
      page.route('**/latchkey/embed/**', async (route) => {
        const path = new URL(route.request().url()).pathname.replace('/latchkey/', 'dist/')
        await route.fulfill({ contentType: 'text/javascript', body: await readFile(join(root, path), 'utf8') })
      }),
  }
}

visiting('an element replaces its content, and its visitor signs in', async (arrive) => {
  const visitor = await arrive(await plain())
  await visible(widget(visitor.page).email)
  await gone(visitor.page.getByText('Loading'))
  await signIn(visitor)
})

/**
 * What a stranger can write into a page, as a comment: elements that send a session elsewhere, sign
 * in with another token, or lead elsewhere.
 */
const gadgets: [string, string][] = [
  ['base-url', '<latchkey-account base-url="https://elsewhere.example">A comment</latchkey-account>'],
  ['base-url', '<latchkey-login public-token="public-token-live-example" base-url="//elsewhere.example">A comment</latchkey-login>'],
  ['base-url', '<latchkey-second-factor base-url="">A comment</latchkey-second-factor>'],
  ['public-token', '<latchkey-passkey-registration public-token="public-token-live-other">A comment</latchkey-passkey-registration>'],
  ['backend', '<latchkey-login backend="https://elsewhere.example">A comment</latchkey-login>'],
  ['backend', '<latchkey-login backend="/theirs">A comment</latchkey-login>'],
  // a test token changes nothing for a page whose own project is live, except on the developer's
  // machine
  ['password-reset-token', '<latchkey-reset-password password-reset-token="theirs">A comment</latchkey-reset-password>'],
  ['successURL of config', `<latchkey-login config='{"successURL":"https://elsewhere.example"}'>A comment</latchkey-login>`],
  [
    'emailMagicLinksOptions.loginRedirectURL of config',
    `<latchkey-login config='{"emailMagicLinksOptions":{"loginRedirectURL":"//elsewhere.example/in"}}'>A comment</latchkey-login>`,
  ],
  [
    'passkeyOptions.domain of config',
    `<latchkey-login config='{"passkeyOptions":{"domain":"elsewhere.example"}}'>A comment</latchkey-login>`,
  ],
  // browsers skip what is in front of a URL, and line ends inside of one
  ...['ht\\ntps://elsewhere.example', '\\u0001https://elsewhere.example', '/\\t/elsewhere.example'].map((url): [string, string] => [
    'oauthOptions.providers.0.provider_params.next of config',
    `<latchkey-login config='{"oauthOptions":{"providers":[{"type":"google","provider_params":{"next":"${url}"}}]}}'>A comment</latchkey-login>`,
  ]),
  [
    'logo.logoImageUrl of styles',
    `<latchkey-login styles='{"logo":{"logoImageUrl":"https://elsewhere.example/x.png"}}'>A comment</latchkey-login>`,
  ],
]

visiting('inert HTML decides neither where a session goes nor whose project it is nor where the page leads', async (arrive) => {
  for (const [refused, gadget] of gadgets) {
    const visitor = await arrive({
      ...(await plain((html) =>
        html
          .replace(
            'defineElements()',
            "defineElements({ publicToken: 'public-token-live-example', baseUrl: 'http://localhost:4100', config: { successURL: '/home' } })",
          )
          .replace(/<latchkey-login[\s\S]*<\/latchkey-login>/, gadget),
      )),
      path: null,
      expected: /can only repeat/,
    })
    const { page } = visitor
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('elsewhere')) elsewhere.push(request.url())
    })
    await page.goto(`${visitor.site}/?token=ours&stytch_token_type=reset_password`)
    await until(() => visitor.complaints.some((text) => text.includes(`: ${refused} can only repeat`)), `the refusal of ${gadget}`)
    await visible(page.getByText('A comment'))
    await visitor.idle()
    assert.equal([elsewhere, await page.locator('.lk').count()], [[], 0])
    await visitor.leave()
  }
})

visiting('where nothing else names a project, an element can; its own site it can always name', async (arrive) => {
  const visitor = await arrive({
    ...(await plain((html) =>
      html
        .replace('public-token-test-example', 'public-token-live-example')
        .replace('"products"', '"successURL": "/home", "products"')
        // without a base URL, it names nothing
        .replace('<output>', '<latchkey-account base-url="/theirs">A comment</latchkey-account><output>'),
    )),
    expected: /can only repeat/,
  })
  const { page } = visitor
  await visible(widget(page.locator('latchkey-login')).email)
  assert.is(await page.evaluate(() => document.querySelector('latchkey-login')!.config!.successURL), '/home')
  await visible(page.getByText('A comment'))
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<latchkey-account public-token="public-token-live-other">Another</latchkey-account>')
  })
  await until(() => visitor.complaints.some((text) => text.includes('<latchkey-account>: public-token can only repeat')), 'the refusal')
  await visible(page.getByText('Another'))
})

visiting(
  'of two elements that name different servers none is used, whichever comes first, unless the page itself names one',
  async (arrive) => {
    for (const [own, rival, named] of [
      ['backend="/auth"', 'backend="/uploads/x"', "{ backend: '/auth' }"],
      ['public-token="public-token-live-example"', 'backend="/uploads/x"', "{ publicToken: 'public-token-live-example' }"],
      [
        'public-token="public-token-live-example"',
        'public-token="public-token-live-other"',
        "{ publicToken: 'public-token-live-example' }",
      ],
      [
        'public-token="public-token-live-example"',
        'public-token="public-token-live-example" base-url="/uploads/x"',
        "{ publicToken: 'public-token-live-example', baseUrl: '/api' }",
      ],
    ]) {
      for (const isFirst of [true, false]) {
        for (const options of ['', named]) {
          const comment = `<latchkey-login ${rival}>A comment</latchkey-login>`
          const { page, site, complaints, leave } = await arrive({
            ...(await plain((html) =>
              html
                .replace('defineElements()', `defineElements(${options})`)
                .replace(/public-token="[^"]*"\s*base-url="[^"]*"/, own!)
                .replace(/<latchkey-login[\s\S]*<\/latchkey-login>/, (element) => (isFirst ? comment + element : element + comment)),
            )),
            path: null,
            expected: /can only repeat|name different servers|Failed to load/,
          })
          const theirs: string[] = []
          page.on('request', (request) => {
            if (request.url().includes('/uploads/')) theirs.push(request.url())
          })
          await page.goto(site)
          await visible(page.getByText('A comment'))
          if (options) await visible(widget(page.locator('latchkey-login')).email)
          else
            await until(
              () => [own, rival].every((attributes) => complaints.some((text) => text.includes(`<latchkey-login ${attributes}> and`))),
              `the refusal of both: ${complaints}`,
            )
          assert.equal([theirs, await page.locator('.lk').count()], [[], options ? 1 : 0])
          await leave()
        }
      }
    }
  },
)

for (const [name, options, own, first] of [
  ['another element says press', {}, ' authenticate="press"', 'press'],
  ['the page says press', { authenticate: 'press' }, '', 'press'],
  ['the page says off', { authenticate: 'off' }, '', false],
  ['nobody says anything', {}, '', true],
  ['the backend’s element says on', { backend: '/auth' }, ' authenticate="on"', undefined],
  ['the page with a backend says on', { backend: '/auth', authenticate: 'on' }, '', true],
  ['nobody says anything beside a backend', { backend: '/auth' }, '', undefined],
] as const)
  visitingInAll(`an element in a comment spends a token only if the page's own would: ${name}`, async (arrive) => {
    const { page } = await arrive(
      await plain((html) =>
        html
          .replace('defineElements()', `defineElements(${JSON.stringify(options)})`)
          .replace(
            '<latchkey-login',
            `<latchkey-login id="comment"></latchkey-login><latchkey-reset-password authenticate></latchkey-reset-password><latchkey-login${own}`,
          ),
      ),
    )
    await visible(widget(page.locator('latchkey-login:not(#comment)')).email)
    assert.equal(
      await page.evaluate(() =>
        ['latchkey-login', 'latchkey-reset-password'].map(
          (tag) => (document.querySelector(tag) as HTMLElementTagNameMap['latchkey-login']).authenticateByUrl,
        ),
      ),
      [first, first],
    )
  })

visiting('inert HTML does not decide where the own server of a page is', async (arrive) => {
  for (const [refused, own, gadget] of [
    ['backend', "{ backend: '/auth' }", '<latchkey-login backend="https://elsewhere.example/auth">A comment</latchkey-login>'],
    ['backend', "{ backend: '/auth' }", '<latchkey-login backend="/theirs">A comment</latchkey-login>'],
    ['public-token', "{ backend: '/auth' }", '<latchkey-login public-token="public-token-live-other">A comment</latchkey-login>'],
    ['backend', '', '<latchkey-login backend="//elsewhere.example">A comment</latchkey-login>'],
    ['backend', '', '<latchkey-login backend="https://app.elsewhere.example:8443">A comment</latchkey-login>'],
  ]) {
    const visitor = await arrive({
      ...(await plain((html) =>
        html.replace('defineElements()', `defineElements(${own})`).replace(/<latchkey-login[\s\S]*<\/latchkey-login>/, gadget!),
      )),
      path: null,
      expected: /can only repeat/,
    })
    const { page } = visitor
    const sent: string[] = []
    page.on('request', (request) => {
      if (/elsewhere|theirs|\/sdk\//.test(request.url())) sent.push(request.url())
    })
    await page.goto(visitor.site)
    await until(() => visitor.complaints.some((text) => text.includes(`: ${refused} can only repeat`)), `the refusal of ${gadget}`)
    await visible(page.getByText('A comment'))
    await visitor.idle()
    assert.equal([sent, await page.locator('.lk').count()], [[], 0])
    await visitor.leave()
  }
})

visiting('an element of a page with its own server repeats it, or names a path of the site where nothing else does', async (arrive) => {
  for (const [own, attribute] of [
    ["{ backend: '/auth' }", ''],
    ["{ backend: '/auth' }", 'backend="/auth"'],
    ['', 'backend="/auth"'],
  ]) {
    const visitor = await arrive({
      ...(await plain((html) =>
        html
          .replace('defineElements()', `defineElements(${own})`)
          .replace(/public-token="[^"]*"\s*base-url="[^"]*"/, attribute!)
          .replace('"products"', '"successURL": "/home", "products"'),
      )),
      path: null,
      expected: /Failed to load|can only repeat/,
    })
    const { page } = visitor
    const bases = new Set<string>()
    page.on('request', (request) => {
      if (request.url().includes('/sdk/v1/')) bases.add(request.url().split('/sdk/')[0]!)
    })
    await page.goto(visitor.site)
    await visible(widget(page.locator('latchkey-login')).email)
    await until(() => bases.size, 'a call')
    assert.equal([...bases], [`${visitor.site}/auth`])
    // only the first names a backend
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<latchkey-account backend="/other">A comment</latchkey-account>')
    })
    await until(() => visitor.complaints.some((text) => text.includes('<latchkey-account>: backend can only repeat')), 'the refusal')
    await visitor.leave()
  }
})

visiting("an element needs no attributes, and can repeat the page's", async (arrive) => {
  const visitor = await arrive(
    await plain((html) =>
      html
        .replace(
          'defineElements()',
          "defineElements({ publicToken: 'public-token-live-example', baseUrl: 'http://localhost:4100', config: { products: ['otp'], otpOptions: { methods: ['sms'] }, successURL: '/home' } })",
        )
        .replace('public-token-test-example', 'public-token-live-example')
        .replace('"products"', '"successURL": "/home", "products"')
        .replace('<output>', '<latchkey-login></latchkey-login><output>'),
    ),
  )
  const { page } = visitor
  await visible(widget(page.locator('latchkey-login').nth(0)).email)
  await visible(widget(page.locator('latchkey-login').nth(1)).phone)
  assert.ok(
    await page.evaluate(() => {
      const [one, two] = document.querySelectorAll('latchkey-login')
      return one!.client === two!.client && one!.config!.successURL === '/home'
    }),
  )
})

visitingInAll(
  'an element: properties win over attributes, it can be removed and added again, and two elements share a client',
  async (arrive) => {
    const noted: string[] = []
    const visitor = await arrive({
      ...(await plain((html) =>
        html.replace(
          '<output>',
          '<latchkey-login public-token="public-token-test-example" base-url="http://localhost:4100"></latchkey-login><output>',
        ),
      )),
      expected: /Wrong config of <latchkey-login>/,
    })
    const { page } = visitor
    page.on('console', (message) => noted.push(message.text()))
    await page.reload()
    const [one, two] = [page.locator('latchkey-login').nth(0), page.locator('latchkey-login').nth(1)]
    await visible(widget(one).email)
    await visible(widget(two).email)
    const same = await page.evaluate(() => {
      const [one, two] = document.querySelectorAll('latchkey-login')
      return one!.client === two!.client && one!.authenticateByUrl === true && one!.config!.products![0] === 'otp'
    })
    assert.ok(same)
    assert.equal(
      noted.filter((text) => text.includes('More than one client')),
      [],
    )

    await one.evaluate((element) => Object.assign(element, { strings: { 'login.title': 'By property' } }))
    await visible(one.getByRole('heading', { name: 'By property' }))
    await one.evaluate((element) => element.setAttribute('strings', '{"login.title":"By attribute"}'))
    await two.evaluate((element) => element.setAttribute('strings', '{"login.title":"By attribute"}'))
    await visible(two.getByRole('heading', { name: 'By attribute' }))
    await visible(one.getByRole('heading', { name: 'By property' }))

    // It keeps the visitor's input when it moves, ends when it is removed, and starts again when it
    // returns.
    await widget(two).email.fill('ada@exa')
    await page.evaluate(() => document.body.prepend(document.querySelectorAll('latchkey-login')[1]!))
    assert.is(await widget(one).email.inputValue(), 'ada@exa')
    await page.evaluate(() => {
      const element = document.querySelector('latchkey-login')!
      element.remove()
      Object.assign(window, { element })
    })
    await page.waitForFunction(() => (window as unknown as { element: Element }).element.childElementCount === 0)
    await page.evaluate(() => document.body.prepend((window as unknown as { element: Element }).element))
    await visible(widget(one).email)
    assert.is(await widget(one).email.inputValue(), '')
    await one.evaluate((element) => element.setAttribute('config', '{products'))
    await until(
      () => visitor.complaints.some((text) => text.includes('[Latchkey] Wrong config of <latchkey-login>: SyntaxError')),
      'the complaint',
    )
  },
)

visitingInAll('an element that existed before its definition, with properties that a framework had set', async (arrive) => {
  const visitor = await arrive(
    await plain((html) =>
      html.replace(
        'defineElements()',
        `
    const element = document.querySelector('latchkey-login')
    element.strings = { 'login.title': 'Set before' }
    if (element.client) throw new Error('It was registered by the import')
    defineElements()
    defineElements()`,
      ),
    ),
  )
  await visible(visitor.page.getByRole('heading', { name: 'Set before' }))
})

visitingInAll('the reset page as an element takes its token from the URL', async (arrive) => {
  const visitor = await arrive({
    ...(await plain((html) => html.replaceAll('latchkey-login', 'latchkey-reset-password').replace(/config='.*'/, ''))),
    path: '/?token=spent&stytch_token_type=reset_password',
  })
  await visible(visitor.page.getByRole('heading', { name: 'Reset your password' }))
  assert.is(await visitor.page.evaluate(() => document.querySelector('latchkey-reset-password')!.passwordResetToken), 'spent')
})

visitingInAll('the reset page as an element takes a token that is set later, as a property or an attribute', async (arrive) => {
  const visitor = await arrive({
    ...(await plain((html) => html.replaceAll('latchkey-login', 'latchkey-reset-password').replace(/config='.*'/, ''))),
    expected: /./,
  })
  const { page } = visitor
  const say = (what: string) =>
    page.evaluate((what) => {
      const element = document.querySelector('latchkey-reset-password')!
      if (what === 'property') element.passwordResetToken = 'one'
      else element.setAttribute('password-reset-token', 'two')
    }, what)
  for (const what of ['property', 'attribute']) {
    await visible(page.getByRole('heading', { name: 'Looks like there was an error!' }))
    await say(what)
    await visible(page.getByRole('heading', { name: 'Reset your password' }))
    assert.is(
      await page.evaluate(() => document.querySelector('latchkey-reset-password')!.passwordResetToken),
      what === 'property' ? 'one' : 'two',
    )
    await page.reload()
  }
})

visitingInAll('the screens for passkeys, a second factor, the account and consent as elements', async (arrive) => {
  const visitor = await arrive({
    ...(await plain((html) =>
      html
        .replace(
          '<output>',
          '<latchkey-passkey-registration public-token="public-token-test-example" base-url="http://localhost:4100"></latchkey-passkey-registration>' +
            '<latchkey-second-factor public-token="public-token-test-example" base-url="http://localhost:4100" methods="totp sms"></latchkey-second-factor>' +
            '<latchkey-account public-token="public-token-test-example" base-url="http://localhost:4100" sections="emails passkeys"></latchkey-account><output>',
        )
        .replaceAll('latchkey-login', 'latchkey-identity-provider')
        .replace(/config='.*'/, ''),
    )),
    path: '/?client_id=app',
    expected: /./,
  })
  await visible(visitor.page.getByText('Cannot use PasskeyRegistration component without active user authenticated.'))
  await visible(visitor.page.getByText('You are not logged in. Log in first.'))
  assert.equal(await visitor.page.evaluate(() => document.querySelector('latchkey-second-factor')!.methods), ['totp', 'sms'])
  await visible(visitor.page.getByText('Log in to see your account.'))
  assert.equal(await visitor.page.evaluate(() => document.querySelector('latchkey-account')!.sections), ['emails', 'passkeys'])
  await visible(visitor.page.getByText('Required parameter is missing: redirect_uri.'))
})

visitingInAll(
  'the account as an element: its sections follow the attribute and the property, and the page hears of a change',
  async (arrive) => {
    const visitor = await arrive({
      ...(await plain((html) =>
        html
          .replaceAll('latchkey-login', 'latchkey-account')
          .replace(/config='.*'/, 'sections="phoneNumbers  emails"')
          .replace("detail.type === 'OTP_AUTHENTICATE'", "detail.type === 'ACCOUNT_CHANGED'")
          .replace(/'Hello ' \+ .*\n/, "detail.data.change + ' ' + detail.data.section\n"),
      )),
    })
    const { page, emulator } = visitor
    const users = [
      { emails: [{ email: 'ada@example.com' }], password: 'fjord-violin-walnut-72', phone_numbers: [{ phone_number: '+12133734253' }] },
    ]
    emulator.seed({ users })
    await visible(page.getByText('Log in to see your account.'))
    await page.evaluate(() =>
      document.querySelector('latchkey-account')!.client!.passwords.authenticate({
        email: 'ada@example.com',
        password: 'fjord-violin-walnut-72',
        session_duration_minutes: 30,
      }),
    )
    const titles = () => page.locator('latchkey-account h3').allInnerTexts()
    await until(async () => (await titles()).length, 'the account')
    assert.equal(await titles(), ['Phone numbers', 'Email addresses'])
    await page.getByRole('button', { name: 'Remove: +1 213 373 4253' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await visible(page.getByText('removed phoneNumbers'))
    await page.evaluate(() => (document.querySelector('latchkey-account')!.sections = ['emails']))
    await until(async () => (await titles()).length === 1, 'one section')
    assert.equal(await titles(), ['Email addresses'])
  },
)

test.run()
