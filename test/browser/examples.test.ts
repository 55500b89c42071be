/** The applications of examples/: each is copied out, built as its author would build it, and signs a visitor in. */
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { build } from 'vite'
import { closeBrowser } from '../harness/browser.ts'
import type { PageOfSite } from '../harness/site.ts'
import { alertOf, gone, visible, visiting, widget, type Visitor } from './visitors.ts'

test.after(closeBrowser)

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Where the examples look for the emulator; in a test it is elsewhere. */
const EMULATOR = 'http://localhost:4100'

/** What an application may import. */
const packages = ['latchkey', 'react', 'react-dom', 'svelte', 'vue', 'vite', '@sveltejs/vite-plugin-svelte', '@vitejs/plugin-vue']

/** The files of a built example, by path. */
const built = async (name: string): Promise<Record<string, string>> => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-example-'))
  try {
    await cp(join(root, 'examples', name), folder, { recursive: true })
    for (const dependency of packages) {
      const link = join(folder, 'node_modules', dependency)
      await mkdir(dirname(link), { recursive: true })
      await symlink(dependency === 'latchkey' ? root : join(root, 'node_modules', dependency), link)
    }
    const result = await build({ root: folder, configFile: join(folder, 'vite.config.js'), logLevel: 'error', build: { write: false } })
    const { output } = (Array.isArray(result) ? result[0] : result) as { output: { fileName: string; code?: string; source?: string | Uint8Array }[] }
    return Object.fromEntries(output.map(({ fileName, code, source }) => [`/${fileName}`, code ?? String(source)]))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const served = (files: Record<string, string>, provider: string): Record<string, PageOfSite> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [
    path === '/index.html' ? '/' : path,
    { html: text.replaceAll(EMULATOR, provider), headers: { 'content-type': path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8' } },
  ]))

const signIn = async (visitor: Visitor) => {
  const { page } = visitor
  await widget(page).email.fill('nobody')
  await page.keyboard.press('Enter')
  assert.is(await alertOf(page), 'Invalid email address.')
  await widget(page).email.fill('ada@example.com')
  await page.keyboard.press('Enter')
  await visible(widget(page).codeAwaited)
  await page.keyboard.type((await visitor.message()).code!)
  await visible(page.getByText('Hello ada@example.com'))
  assert.ok(await visitor.session())
}

for (const name of ['vue', 'svelte', 'react']) {
  visiting(`${name}: what the application changes shows at once, and its visitor signs in`, async (arrive) => {
    const files = await built(name)
    const visitor = await arrive({ pages: (_, provider) => served(files, provider) })
    const { page } = visitor
    await visible(page.getByRole('heading', { name: 'Welcome' }))
    await page.getByLabel('Title').fill('Good morning')
    await visible(page.getByRole('heading', { name: 'Good morning' }))
    await signIn(visitor)
  })
}

const html = await readFile(join(root, 'examples/html/index.html'), 'utf8')

/** The plain example on a page, the package's files below /latchkey/. */
const plain = async (change = (html: string) => html) => {
  const files = { '/latchkey/element/index.js': await readFile(join(root, 'dist/element/index.js'), 'utf8') }
  return {
    pages: (_: string, provider: string) => served({ '/index.html': change(html), ...files }, provider),
    // the widget that the elements stand on
    first: (page: Visitor['page']) => page.route('**/latchkey/embed/**', async (route) => {
      const path = new URL(route.request().url()).pathname.replace('/latchkey/', 'dist/')
      await route.fulfill({ contentType: 'text/javascript', body: await readFile(join(root, path), 'utf8') })
    }),
  }
}

visiting('html: the element replaces what stood in it, and its visitor signs in', async (arrive) => {
  const visitor = await arrive(await plain())
  await visible(widget(visitor.page).email)
  await gone(visitor.page.getByText('Loading'))
  await signIn(visitor)
})

visiting('an element: properties win over attributes, it may come and go, and two of them share a client', async (arrive) => {
  const noted: string[] = []
  const visitor = await arrive({ ...(await plain((html) => html.replace('<output>', '<latchkey-login public-token="public-token-test-example" base-url="http://localhost:4100"></latchkey-login><output>'))), expected: /not JSON/ })
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
  assert.equal(noted.filter((text) => text.includes('More than one client')), [])

  await one.evaluate((element) => Object.assign(element, { strings: { 'login.title': 'By property' } }))
  await visible(one.getByRole('heading', { name: 'By property' }))
  await one.evaluate((element) => element.setAttribute('strings', '{"login.title":"By attribute"}'))
  await two.evaluate((element) => element.setAttribute('strings', '{"login.title":"By attribute"}'))
  await visible(two.getByRole('heading', { name: 'By attribute' }))
  await visible(one.getByRole('heading', { name: 'By property' }))

  // moved, it keeps what was typed; gone, it ends; back, it begins again
  await widget(two).email.fill('ada@exa')
  await page.evaluate(() => document.body.prepend(document.querySelectorAll('latchkey-login')[1]!))
  assert.is(await widget(one).email.inputValue(), 'ada@exa')
  await page.evaluate(async () => {
    const element = document.querySelector('latchkey-login')!
    element.remove()
    await new Promise((done) => setTimeout(done, 50))
    if (element.childElementCount) throw new Error('It is still mounted')
    document.body.prepend(element)
  })
  await visible(widget(one).email)
  assert.is(await widget(one).email.inputValue(), '')
  await one.evaluate((element) => element.setAttribute('config', '{products'))
  await page.waitForTimeout(50)
  assert.ok(visitor.complaints.some((text) => text.includes('[Latchkey] The attribute config of <latchkey-login> is not JSON')))
})

visiting('an element that was there before its definition, with properties that a framework had set', async (arrive) => {
  const visitor = await arrive(await plain((html) => html.replace('defineElements()', `
    const element = document.querySelector('latchkey-login')
    element.strings = { 'login.title': 'Set before' }
    if (element.client) throw new Error('It was registered by the import')
    defineElements()
    defineElements()`)))
  await visible(visitor.page.getByRole('heading', { name: 'Set before' }))
})

visiting('the reset page as an element takes its token from the address', async (arrive) => {
  const visitor = await arrive({
    ...(await plain((html) => html.replaceAll('latchkey-login', 'latchkey-reset-password').replace(/config='.*'/, ''))),
    path: '/?token=spent&stytch_token_type=reset_password',
  })
  await visible(visitor.page.getByRole('heading', { name: 'Reset your password' }))
  assert.is(await visitor.page.evaluate(() => document.querySelector('latchkey-reset-password')!.passwordResetToken), 'spent')
})

visiting('the passkey and consent screens as elements', async (arrive) => {
  const visitor = await arrive({
    ...(await plain((html) => html.replace('<output>', '<latchkey-passkey-registration public-token="public-token-test-example" base-url="http://localhost:4100"></latchkey-passkey-registration><output>')
      .replaceAll('latchkey-login', 'latchkey-identity-provider').replace(/config='.*'/, ''))),
    path: '/?client_id=app',
    expected: /./,
  })
  await visible(visitor.page.getByText('Cannot use PasskeyRegistration component without active user authenticated.'))
  await visible(visitor.page.getByText('Required parameter is missing: redirect_uri.'))
})

test.run()
