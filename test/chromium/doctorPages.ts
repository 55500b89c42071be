/** Hosts' pages with one planted fault each, and a server for them. */
import '../built/all.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Code } from '../../src/tools/doctor/codes.ts'
import { prerender } from '../../src/prerender/index.tsx'
import { snippet, type SnippetOptions } from '../../src/tools/snippet/snippet.ts'
import { chunks } from './embedChunks.ts'
import { hostPage } from './visitors.ts'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))

/** What a server answers. Default: status 200, HTML. */
export interface Answer {
  status?: number
  headers?: Record<string, string>
  body: string | Buffer
}

/** A host's site: the answer for a path, where it differs from the file of dist/ at that path. */
export interface Host {
  /** The page at `/`. `cdn` is the origin of a second server with the same files. */
  page: (cdn: string, site: string) => string
  headers?: Record<string, string>
  /** Other answers, by path. The file is that of dist/, if there is one. */
  answers?: Record<string, (file: Buffer | undefined) => Answer | Promise<Answer>>
  /** Headers of every file of dist/ on both servers, and on the second one alone. */
  fileHeaders?: Record<string, string>
  cdnHeaders?: Record<string, string>
  production?: boolean
  /** The query of the page's URL, such as `?client_id=a`. */
  query?: string
  /** The host name of the page. Default: `localhost`. */
  hostname?: string
}

/** A page with one fault. */
export interface PlantedPage extends Host {
  code: Code
  /** What is wrong with it. */
  fault: string
}

const types: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html; charset=utf-8', '.json': 'application/json' }

const fileAt = (path: string) =>
  /^\/(embed|strings|element|react)\//.test(path) ? readFile(join(dist, normalize(path))).catch(() => undefined) : undefined

/** Serves a host. Resolves with the URL of its page, and a function that ends it. */
export const serveHost = async ({ page, headers, answers = {}, fileHeaders, cdnHeaders, query = '', hostname = 'localhost' }: Host) => {
  const listen = async (isCdn: boolean) => {
    const server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url!, 'http://localhost')
      const file = await fileAt(pathname)
      const own = pathname === '/' && !isCdn ? { headers, body: page(origins[1]!, origins[0]!) } : await answers[pathname]?.(file)
      const { status, headers: more, body } = own ?? (file ? { body: file } : { status: pathname === '/favicon.ico' ? 204 : 404, body: '' })
      const type = types[extname(pathname) || '.html'] ?? 'text/plain'
      const shared = file && { ...fileHeaders, ...(isCdn && cdnHeaders) }
      response.writeHead(status ?? 200, { 'content-type': type, ...shared, ...more }).end(body)
    })
    await new Promise<void>((done) => server.listen(0, 'localhost', done))
    return server
  }
  const servers = await Promise.all([listen(false), listen(true)])
  const origins = servers.map((server, at) => `http://${at === 0 ? hostname : 'localhost'}:${(server.address() as AddressInfo).port}`)
  return {
    url: `${origins[0]}/${query}`,
    close: () => {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

const TOKEN = 'public-token-test-doctor'
const LINKS = { products: ['emailMagicLinks'] }
const CODES = { products: ['otp'], otpOptions: { methods: ['email'] } }

const tag = (options: Partial<SnippetOptions> = {}) => snippet({ publicToken: TOKEN, element: '#login', config: LINKS, ...options }, chunks)

/** The last line of the snippet: the script tag alone. */
const scriptAlone = (options?: Partial<SnippetOptions>) => tag(options).split('\n').at(-1)!

const withoutIntegrity = (html: string) => html.replace(/ (?:data-)?integrity="[^"]*"/g, '')

const ELEMENT = '<div id="login"></div>'

/** A page as it should be, with additions. */
const withSnippet = ({ options, head = '', after = '' }: { options?: Partial<SnippetOptions>; head?: string; after?: string } = {}) =>
  hostPage(`<h1>Log in</h1>${ELEMENT}${tag(options)}${after}`, head)

const style = (css: string) => withSnippet({ head: `<style>${css}</style>` })

/** A page whose own script mounts the widget. `code` can use `client`. */
const inCode = (code: string, { publicToken = TOKEN, options = {}, body = ELEMENT, folder = '/embed' } = {}) =>
  hostPage(`<h1>Log in</h1>${body}<script type="module">
    import { LatchkeyClient } from '${folder}/widget.js'
    const client = new LatchkeyClient('${publicToken}', ${JSON.stringify(options)})
    ${code}
  </script>`)

const redirectTo = (loginRedirectURL: string) =>
  withSnippet({
    options: { config: { ...LINKS, emailMagicLinksOptions: { loginRedirectURL, signupRedirectURL: loginRedirectURL } } as never },
  })

/** A page of a client with a `backend`. */
const withBackend = () =>
  hostPage(ELEMENT + withoutIntegrity(scriptAlone({ config: CODES })).replace(/data-public-token="[^"]*"/, 'data-backend="/auth"'))

const json = (body: string) => () => ({ headers: { 'content-type': 'application/json' }, body })

/** Runs code of the page as soon as the widget has this. */
const once = (selector: string, code: string) =>
  `<script>new MutationObserver((_, observer) => {
    const found = document.querySelector('${selector}')
    if (!found) return
    observer.disconnect()
    ${code}
  }).observe(document, { childList: true, subtree: true })</script>`

/** The policy of docs/guides/content-security-policy.md, with changes. */
export const policy = (changes: Record<string, string> = {}) =>
  Object.entries({
    'default-src': "'none'",
    'script-src': "'self'",
    'connect-src': 'https://test.stytch.com',
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
    ...changes,
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

const csp = (changes?: Record<string, string>) => ({ 'content-security-policy': policy(changes) })

const prerendered = () => hostPage(`<h1>Log in</h1>${tag({ prerendered: prerender({ config: LINKS as never }) })}`)

const oneTap = { products: ['oauth', 'emailMagicLinks'], oauthOptions: { providers: [{ type: 'google', one_tap: true }] } }

const otp = `/embed/${chunks.otp!.file}`

/** The widget in one file, as a bundler writes it that does not split code. */
const wholeBundle = async () => {
  const { outputFiles } = await build({
    stdin: { contents: `export { LatchkeyClient } from ${JSON.stringify(join(dist, 'embed/widget.js'))}`, resolveDir: dist },
    bundle: true,
    format: 'esm',
    write: false,
  })
  return { body: outputFiles[0]!.text }
}

/** The snippet of an earlier release: chunks had other names and other hashes. */
const olderSnippet = () =>
  tag({ config: CODES })
    .replace(/sha384-(.)/g, (_, first: string) => `sha384-${first === 'A' ? 'B' : 'A'}`)
    .replaceAll(/\.[0-9a-f]{8}\.js/g, '.00000000.js')

const unencoded = { 'cache-control': 'public, max-age=31536000, immutable' }

/**
 * A React application with the widget, as a bundler writes it that splits code: its files by path.
 */
const reactApplication = async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { createRoot } from 'react-dom/client'
        import { createElement } from 'react'
        import { LatchkeyProvider, Login } from ${JSON.stringify(join(dist, 'react/index.js'))}
        createRoot(document.querySelector('#app')).render(
          createElement(LatchkeyProvider, { publicToken: '${TOKEN}' }, createElement(Login, { config: ${JSON.stringify(LINKS)}, authenticateByUrl: true })),
        )`,
      resolveDir: dist,
    },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    outdir: '/app',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  })
  return Object.fromEntries(outputFiles.map(({ path, text }) => [path.replace('stdin', 'main'), () => ({ body: text })]))
}

/**
 * Pages without a fault. Each product of a first screen is on one, and so is each way to put the
 * widget on a page: not every product in every way.
 */
export const soundPages = async (): Promise<(Host & { name: string })[]> => {
  const texts = { products: ['otp'], otpOptions: { methods: ['sms', 'whatsapp'] } }
  const social = { products: ['oauth', 'emailMagicLinks'], oauthOptions: { providers: [{ type: 'google' }, { type: 'slack' }] } }
  const form = prerender({ config: LINKS as never })
  const noncePolicy = csp({ 'script-src': "'nonce-r4nd0m' 'strict-dynamic'" })
  return [
    { name: 'the snippet for email links, with the strict policy', page: () => withSnippet(), headers: csp() },
    {
      name: 'the snippet for codes by SMS, with a nonce',
      page: () => withSnippet({ options: { config: texts, nonce: 'r4nd0m' } }),
      headers: noncePolicy,
    },
    { name: 'the script tag alone, for codes by email', page: () => hostPage(ELEMENT + withoutIntegrity(scriptAlone({ config: CODES }))) },
    {
      name: 'a backend with limits, and a health check where Better Auth has one',
      page: withBackend,
      answers: { '/api/auth/ok': json('{"ok":true}'), '/auth/sdk/v1/users/search': () => ({ status: 429, body: '{}' }) },
    },
    {
      name: 'passwords in French, dark, in a shadow root',
      page: () =>
        withSnippet({
          options: { language: 'fr', styles: { colorScheme: 'dark' }, config: { products: ['passwords'], enableShadowDOM: true } as never },
        }),
    },
    {
      name: 'wallets in the color scheme of the visitor',
      page: () => withSnippet({ options: { config: { products: ['crypto'] }, styles: { colorScheme: 'auto' } } }),
    },
    {
      name: 'passkeys and email links, with a live token',
      page: () =>
        withSnippet({ options: { publicToken: 'public-token-live-11111111', config: { products: ['passkeys', 'emailMagicLinks'] } } }),
      headers: csp({ 'connect-src': 'https://api.stytch.com' }),
    },
    {
      name: 'Google and email links, with a base URL that has a path',
      page: (_, site) => withSnippet({ options: { config: social, baseUrl: `${site}/proxy/stytch` } }),
    },
    {
      name: 'a form in the HTML',
      page: prerendered,
      headers: csp({ 'script-src': `'self' '${form.scriptHash}'`, 'style-src': `'${form.styleHash}'` }),
    },
    {
      name: 'a widget that waits for a click',
      page: () => hostPage(`<div id="login"><button>Log in</button></div>${tag({ when: 'click' })}`),
    },
    { name: 'a widget below the fold', page: () => hostPage(`<div style="height:2000px"></div>${ELEMENT}${tag({ when: 'visible' })}`) },
    {
      name: 'a redirect page of its own, and a header with a client',
      page: (_, site) => redirectTo(`${site}/authenticate`),
      answers: { '/authenticate': () => ({ body: inCode('client.authenticateByUrl()') }) },
    },
    {
      name: 'a page that leaves after the log-in',
      page: () => inCode(`client.mountLogin({ elementId: '#login', config: ${JSON.stringify({ ...CODES, successURL: '/account' })} })`),
      answers: { '/account': () => ({ body: hostPage('<h1>Account</h1>') }) },
    },
    {
      name: 'in an element that fits its content',
      page: () =>
        hostPage(`<div style="display: flex; justify-content: center"><div style="display: inline-block">${ELEMENT}</div></div>${tag()}`),
    },
    {
      name: "a client, with screens of the page's own",
      page: () => inCode('client.user.getSync()'),
    },
    {
      name: 'in a modal dialog that keeps the focus',
      page: () =>
        hostPage(
          `<dialog id="dialog"><div id="login"></div></dialog>${tag()}<script>document.querySelector('dialog').showModal()</script>`,
        ),
    },
    {
      name: 'in a frame',
      page: () => hostPage('<iframe src="/frame" style="width:100%;height:500px;border:0"></iframe>'),
      answers: { '/frame': () => ({ body: withSnippet() }) },
    },
    {
      name: 'a React application',
      page: () => hostPage('<div id="app"></div><script type="module" src="/app/main.js"></script>'),
      answers: await reactApplication(),
    },
    {
      name: 'the custom element',
      page: () =>
        hostPage(
          `<script type="module">import { defineElements } from '/element/index.js'; defineElements()</script><latchkey-login public-token="${TOKEN}" config='${JSON.stringify(CODES)}'>Loading</latchkey-login>`,
        ),
    },
  ]
}

export const plantedPages: PlantedPage[] = [
  {
    code: 'page.http',
    fault: 'a page without TLS',
    page: () => withSnippet(),
    hostname: 'shop.site.test',
    production: false,
  },
  {
    code: 'csp.blocked',
    fault: 'a policy without the API',
    page: () => withSnippet(),
    headers: csp({ 'connect-src': "'self'" }),
  },
  {
    code: 'csp.blocked',
    fault: 'a form in the HTML whose hashes the policy does not have',
    page: prerendered,
    headers: csp(),
  },
  {
    code: 'csp.trusted_types',
    fault: 'One Tap on a page that allows no Trusted Types policy',
    page: () => withSnippet({ options: { config: oneTap } }),
    headers: csp({
      'script-src': "'self' https://accounts.google.com/gsi/client",
      'frame-src': 'https://accounts.google.com/gsi/ https://js.stytch.com',
      'connect-src': 'https://test.stytch.com https://accounts.google.com/gsi/',
    }),
  },
  {
    code: 'integrity.mismatch',
    fault: 'a proxy that changes widget.js',
    page: () => withSnippet(),
    answers: { '/embed/widget.js': (file) => ({ body: `${file};console.log('injected')` }) },
  },
  { code: 'integrity.stale_snippet', fault: 'the snippet of an earlier release', page: () => hostPage(ELEMENT + olderSnippet()) },
  {
    code: 'integrity.missing',
    fault: 'files of another origin without hashes',
    page: (cdn) => hostPage(ELEMENT + withoutIntegrity(tag({ base: `${cdn}/embed/` }))),
    cdnHeaders: { 'access-control-allow-origin': '*' },
  },
  {
    code: 'integrity.unchecked_link',
    fault: 'a preload link that has lost its hash',
    page: () => hostPage(ELEMENT + tag({ config: CODES }).replace(/(<link[^>]*\/otp\.[^>]*?) integrity="[^"]*"/, '$1')),
  },
  {
    code: 'files.missing',
    fault: 'a chunk that is not on the server',
    page: () => withSnippet({ options: { config: CODES } }),
    answers: { [otp]: () => ({ status: 404, body: 'not here' }) },
  },
  {
    code: 'files.type',
    fault: 'widget.js as plain text',
    page: () => withSnippet(),
    answers: { '/embed/widget.js': (file) => ({ body: file!, headers: { 'content-type': 'text/plain' } }) },
  },
  { code: 'files.cors', fault: 'a CDN that allows no other origin', page: (cdn) => withSnippet({ options: { base: `${cdn}/embed/` } }) },
  { code: 'mount.none', fault: 'a page without the widget', page: () => hostPage('<h1>Log in</h1><button>Log in</button>') },
  {
    code: 'mount.no_element',
    fault: 'a mount before the element is there',
    page: () => inCode(`client.mountLogin({ elementId: '#nowhere' })`),
  },
  {
    code: 'mount.twice',
    fault: 'a widget in two places',
    page: () =>
      inCode(`client.mountLogin({ elementId: '#login' }); client.mountLogin({ elementId: '#side' })`, {
        body: `${ELEMENT}<div id="side"></div>`,
      }),
  },
  { code: 'mount.script_twice', fault: 'the snippet in the layout and in the page', page: () => hostPage(ELEMENT + tag() + scriptAlone()) },
  {
    code: 'mount.two_versions',
    fault: 'the script tag, and a client from another release',
    page: () =>
      withSnippet({
        after: `<script type="module">import { LatchkeyClient } from '/older/widget.js'; new LatchkeyClient('${TOKEN}')</script>`,
      }),
    answers: {
      '/older/widget.js': async () => ({ body: `${await readFile(join(dist, 'embed/widget.js'), 'utf8')}\n//older` }),
      [`/older/${chunks.engine!.file}`]: async () => ({ body: await readFile(join(dist, 'embed', chunks.engine!.file)) }),
      [`/older/${chunks.laterEngine!.file}`]: async () => ({ body: await readFile(join(dist, 'embed', chunks.laterEngine!.file)) }),
    },
  },
  {
    code: 'options.invalid',
    fault: 'a misspelled option',
    page: () =>
      hostPage(ELEMENT + tag().replace('{"products":["emailMagicLinks"]}', '{"products":["emailMagicLinks"],"session_options":{}}')),
  },
  {
    code: 'options.invalid',
    fault: 'a value of styles that is no CSS',
    page: () => withSnippet({ options: { styles: { colors: { accent: 'url(brand.png)' } } } }),
  },
  { code: 'token.missing', fault: 'no public token', page: () => hostPage(ELEMENT + tag().replace(` data-public-token="${TOKEN}"`, '')) },
  { code: 'redirect.relative', fault: 'a path as redirect URL', page: () => redirectTo('/authenticate') },
  { code: 'redirect.not_found', fault: 'a page that does not exist', page: (_, site) => redirectTo(`${site}/authenticate`) },
  {
    code: 'redirect.query_lost',
    fault: 'a server that drops the query where it takes the ending off an address',
    page: (_, site) => redirectTo(`${site}/authenticate.html`),
    answers: {
      '/authenticate.html': () => ({ status: 301, headers: { location: '/authenticate' }, body: '' }),
      '/authenticate': () => ({ body: inCode('client.authenticateByUrl()') }),
    },
  },
  {
    code: 'redirect.token_stays',
    fault: 'a page that does not know what a token is',
    page: (_, site) => redirectTo(`${site}/authenticate`),
    answers: { '/authenticate': () => ({ body: hostPage('<h1>Welcome</h1>') }) },
  },
  { code: 'css.overflow', fault: 'a column of 500 px', page: () => style('#login { width: 500px }') },
  { code: 'css.hidden', fault: 'no labels', page: () => style('#login label { display: none }') },
  {
    code: 'css.control_size',
    fault: 'low buttons',
    page: () => style('button { min-height: 0 !important; height: 20px !important; padding: 0 !important }'),
  },
  { code: 'css.small_text', fault: 'small fields', page: () => style('#login input { font-size: 13px }') },
  { code: 'css.contrast', fault: 'gray text', page: () => style('#login * { color: #b0b0b0 }') },
  {
    code: 'keyboard.unreachable',
    fault: 'a button without tabindex 0',
    page: () => withSnippet({ after: once('.lk-button', 'found.tabIndex = -1') }),
  },
  {
    code: 'keyboard.trap',
    fault: 'a handler that keeps the focus in the form',
    page: () =>
      withSnippet({
        after: `<script>addEventListener('keydown', (event) => {
          const fields = [...document.querySelectorAll('.lk :is(input, button)')]
          if (event.key !== 'Tab' || document.activeElement !== fields.at(-1)) return
          event.preventDefault()
          fields[0].focus()
        })</script><a href="/help">Help</a>`,
      }),
  },
  { code: 'keyboard.focus_hidden', fault: 'no outline anywhere', page: () => style('* { outline: none !important }') },
  {
    code: 'keyboard.covered',
    fault: 'a transparent layer over the page',
    page: () => withSnippet({ after: '<div id="layer" style="position:fixed;inset:0;z-index:9"></div>' }),
  },
  {
    code: 'autofill.attribute',
    fault: 'a script that turns autofill off',
    page: () => withSnippet({ after: once('.lk-input', `found.setAttribute('autocomplete', 'off')`) }),
  },
  {
    code: 'autofill.readonly',
    fault: 'a field that is read-only',
    page: () => withSnippet({ after: once('.lk-input', 'found.readOnly = true') }),
  },
  { code: 'autofill.host_form', fault: 'a form around the widget', page: () => hostPage(`<form id="checkout">${ELEMENT}</form>${tag()}`) },
  {
    code: 'layout.shift',
    fault: 'no reserved height',
    page: () =>
      inCode(
        `const paint = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))
         await paint(); await paint()
         client.mountLogin({ elementId: '#login' })`,
        { body: `${ELEMENT}${'<p>Some words about the shop.</p>'.repeat(20)}` },
      ),
  },
  {
    code: 'call.not_sent',
    fault: 'a handler that stops every submit',
    page: () =>
      withSnippet({
        after: `<script>addEventListener('submit', (event) => { event.stopImmediatePropagation(); event.preventDefault() }, true)</script>`,
      }),
  },
  {
    code: 'call.refused',
    fault: 'a link that would live for a year',
    page: () =>
      withSnippet({
        options: {
          config: { ...LINKS, emailMagicLinksOptions: { loginExpirationMinutes: 525_600, signupExpirationMinutes: 525_600 } } as never,
        },
      }),
  },
  {
    code: 'fault.no_message',
    fault: 'a rule that hides messages',
    page: () => style('[role=alert], [role=status] { display: none !important }'),
  },
  {
    code: 'fault.text_lost',
    fault: 'a page that loads again after an error',
    page: () => withSnippet({ after: `<script>addEventListener('latchkey:error', () => location.reload())</script>` }),
  },
  {
    code: 'tabs.session',
    fault: 'a redirect page with another project and other cookies',
    page: (_, site) => redirectTo(`${site}/authenticate`),
    answers: {
      '/authenticate': () => ({
        body: inCode('client.authenticateByUrl()', {
          publicToken: 'public-token-test-another',
          options: { cookieOptions: { opaqueTokenCookieName: 'shop', jwtCookieName: 'shop_jwt' } },
        }),
      }),
    },
  },
  {
    code: 'server.raw_routes',
    fault: 'routes of Better Auth beside the bridge',
    page: withBackend,
    answers: { '/api/auth/ok': json('{"ok":true}'), '/api/auth/get-session': json('null') },
  },
  {
    code: 'server.no_limits',
    fault: 'a server that answers every search',
    page: withBackend,
    answers: { '/auth/sdk/v1/users/search': json('{"data":{"status_code":200,"userType":"new"}}') },
  },
  { code: 'server.frames', fault: 'a consent page that can be framed', page: () => withSnippet(), query: '?client_id=a&redirect_uri=b' },
  {
    code: 'server.cookie_twice',
    fault: 'a session cookie with two paths',
    page: () =>
      withSnippet({ after: `<script>for (const path of ['/', '/account']) document.cookie = 'session=a; path=' + path</script>` }),
  },
  {
    code: 'bytes.extra_files',
    fault: 'links to every product',
    page: () =>
      hostPage(
        ELEMENT +
          tag({ config: { products: ['emailMagicLinks', 'otp', 'passwords', 'oauth'] } }).replace(
            /data-config='[^']*'/,
            `data-config='${JSON.stringify(LINKS)}'`,
          ),
      ),
  },
  {
    code: 'bytes.whole_bundle',
    fault: 'a bundler that does not split code',
    page: () => inCode(`client.mountLogin({ elementId: '#login' })`, { folder: '/app' }),
    answers: { '/app/widget.js': wholeBundle },
  },
  {
    code: 'bytes.uncompressed',
    fault: 'a server without compression',
    page: () => withSnippet(),
    production: true,
    fileHeaders: unencoded,
  },
  {
    code: 'bytes.uncached',
    fault: 'a server that lets nothing be kept',
    page: () => withSnippet({ options: { config: CODES } }),
    production: true,
    // the browser takes an unknown encoding as it is
    fileHeaders: { 'cache-control': 'no-store', 'content-encoding': 'identity' },
  },
  {
    code: 'console.widget',
    fault: 'a domain of the API that is none',
    page: () => inCode(`client.mountLogin({ elementId: '#login' })`, { options: { endpointOptions: { testApiDomain: 'no domain' } } }),
  },
  {
    code: 'console.page',
    fault: 'an error in a script of the page',
    page: () => withSnippet({ after: '<script>shop.basket.open()</script>' }),
  },
]
