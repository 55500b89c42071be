/**
 * The playground on the site, below a path of a static server: the emulator is in a worker of the
 * browser.
 */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Fault, OutboxMessage } from '../../src/tools/emulator/index.ts'
import type { screenStates } from '../../src/tools/states/states.ts'
import { plainEnglish } from '../harness/plainEnglish.ts'
import { emulatorPaths } from '../../src/tools/emulator/paths.ts'
import { outcomeOf } from '../chromium/galleryFrames.ts'
import { alertOf, gone, until, visible, widget } from '../chromium/visitors.ts'
import { COLORS, findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { serveSite } from '../harness/site.ts'
import { files, serveDocumentation } from '../harness/documentation.ts'

const test = suite('the playground on the site')
const site = await serveDocumentation('/latchkey/')
/** Passkeys need a name and not an address. */
const home = site.url.replace('127.0.0.1', 'localhost')
const playground = `${home}playground/`
test.after(() => {
  site.close()
  return closeBrowser()
})

const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 320, height: 640 }

/** Chromium's own message about an answer that a fault requested. */
const networkNote = /^Failed to load resource/

const parts = (page: Page) => ({
  page,
  ...widget(page, plainEnglish),
  openLink: page.getByRole('link', { name: 'Open link' }),
  signedIn: page.getByText('Signed in as'),
  button: (name: string) => page.getByRole('button', { name, exact: true }),
  /** Calls a route of the emulator from the page. */
  control: <Result>(method: string, name: string, body?: unknown): Promise<Result> =>
    page.evaluate(async ([url, method, body]) => (await fetch(url!, { method, body })).json(), [
      `${playground}_emulator/${name}`,
      method,
      body === undefined ? undefined : JSON.stringify(body),
    ] as const),
})
type Parts = ReturnType<typeof parts>

interface Visit extends BrowserContextOptions {
  /** Below the playground. */
  path?: string
  settings?: object
}

/**
 * A test with a visitor who has never been here. It fails if a page complains, or sends a request
 * to anywhere else.
 */
const visiting = (name: string, run: (at: Parts) => Promise<void>, { path = '', settings, ...options }: Visit = {}) =>
  test(name, async () => {
    const { page, complaints } = await visit({ viewport: WIDE, reducedMotion: 'reduce', ...options })
    const elsewhere: string[] = []
    page.context().on('request', (request) => {
      if (!request.url().startsWith(home) && !request.url().startsWith('data:')) elsewhere.push(request.url())
    })
    try {
      await page.goto(playground + path + (settings ? `#${encodeURIComponent(JSON.stringify(settings))}` : ''))
      await run(parts(page))
      assert.equal(elsewhere, [], 'requests elsewhere')
      assert.equal(
        complaints.filter((text) => !networkNote.test(text)),
        [],
        'the page complained',
      )
    } finally {
      await page.context().close()
    }
  })

const askForLink = async ({ email, continueWithEmail, openLink }: Parts) => {
  await email.fill('ada@example.com')
  await continueWithEmail.click()
  await visible(openLink)
}

/**
 * Ends every worker, as a browser does with idle ones: once the page shows `sign`, all that it
 * needs has been answered. The next request starts one again.
 */
const stopWorkers = async (page: Page, sign: Locator) => {
  await visible(sign)
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}

visiting(
  'a visitor reaches the form by the skip link, logs in with the link in the outbox, which leads to a page below the path, and is forgotten on request',
  async (at) => {
    const { page, email } = at
    await visible(email)
    await page.keyboard.press('Tab')
    assert.is(await page.evaluate(() => document.activeElement!.textContent), 'Skip to the widget')
    await page.keyboard.press('Enter')
    assert.is(await page.evaluate(() => document.activeElement!.id), 'widget')
    await until(async () => {
      await page.keyboard.press('Tab')
      return email.evaluate((field) => field === document.activeElement)
    }, 'the field')
    await askForLink(at)
    assert.ok((await at.openLink.getAttribute('href'))!.startsWith(`${playground}?`))
    await at.openLink.click()
    await visible(at.signedIn)
    assert.is(page.url(), playground)
    await page.getByRole('navigation', { name: 'Site' }).getByRole('button', { name: 'Forget everything' }).click()
    await visible(page.getByText('No messages yet.'))
    await visible(page.getByText('Nobody is signed in.'))
    await askForLink(at)
    await visible(page.getByRole('heading', { name: 'Finish signing up for Latchkey Emulator' }))
  },
)

visiting(
  'a visitor logs in with a code',
  async (at) => {
    await at.email.fill('ada@example.com')
    await at.continueWithEmail.click()
    await visible(at.codeAwaited)
    const [{ code }] = (await at.control<[OutboxMessage]>('GET', 'outbox')) as [{ code: string }]
    await at.page.keyboard.type(code)
    await visible(at.signedIn)
  },
  { settings: { products: ['otp'], otpMethods: ['email'] } },
)

visiting(
  'a visitor logs in at the page that stands in for a social provider, and comes back',
  async (at) => {
    await at.page
      .locator('.host')
      .getByRole('button', { name: /Google/ })
      .click()
    await at.page.waitForURL(`${playground}v1/public/oauth/google/start?**`)
    await at.page.getByLabel('Someone else').fill('ada@example.com')
    await at.button('Allow').click()
    await visible(at.signedIn)
    assert.ok(at.page.url().startsWith(playground))
  },
  { settings: { products: ['oauth'] } },
)

visiting(
  'an app gets the consent of a visitor, who logs in on the way',
  async (at) => {
    await at.button('Sign in with the host').click()
    await at.page.waitForURL(`${playground}consent/?**`)
    await askForLink(at)
    await at.openLink.click()
    await at.button('Allow').click()
    await visible(at.page.getByText('Hello, ada@example.com.'))
    assert.is(at.page.url(), `${playground}app/`)
    assert.is(await at.page.locator('.checks li').count(), 4)
  },
  { path: 'app/' },
)

visiting(
  'an agent calls the tool that a visitor allows, and is refused once they have removed it in their account',
  async (at) => {
    const tool = (name: string) => at.page.locator('.tools li', { has: at.page.getByText(name, { exact: true }) })
    await at.button('Let it ask').click()
    await at.page.waitForURL(`${playground}consent/?**`)
    await askForLink(at)
    await at.openLink.click()
    await at.page.getByRole('checkbox', { name: 'Add events to your calendar' }).uncheck()
    await at.button('Allow').click()
    await at.button('Call list_events').click()
    await visible(tool('list_events').getByText('Dentist'))
    await at.button('Call add_event').click()
    await visible(tool('add_event').getByText('the token lacks calendar:write'))
    await at.page.getByRole('link', { name: 'Open your account' }).click()
    await at.button('Remove: Almanac').click()
    await at.button('Remove').click()
    await gone(at.button('Remove: Almanac'))
    await at.page.goto(`${playground}agent/`)
    // what the visitor has decided outlives the worker
    await stopWorkers(at.page, at.button('Call list_events'))
    await at.button('Call list_events').click()
    await visible(tool('list_events').getByText('the token is no longer valid'))
  },
  { path: 'agent/' },
)

visiting(
  'a visitor founds an organization and is its member',
  async (at) => {
    await at.page.getByLabel('Work email').fill('ada@example.com')
    await at.button('Send me a link').click()
    await at.openLink.click()
    await at.page.getByLabel('Name of the organization').fill('Acme')
    await at.button('Create organization').click()
    await visible(at.page.locator('.progress [aria-current]', { hasText: 'Member' }))
    await visible(at.page.getByText('Acme').first())
  },
  { path: 'b2b/' },
)

visiting('a fault shows its text: one that the page offers, and one that a developer plants', async (at) => {
  const alert = () => alertOf(at.page.locator('.host'))
  await at.page.getByRole('radio', { name: 'All 502' }).check()
  await at.email.fill('ada@example.com')
  await at.continueWithEmail.click()
  assert.is(await alert(), plainEnglish['error.invalidJson'])
  const body = { status_code: 429, error_type: 'user_lock_limit_reached', error_message: '' }
  await at.control<Fault[]>('PATCH', 'faults', [{ route: 'POST /magic_links/email/login_or_create', status: 429, body }])
  await at.continueWithEmail.click()
  await until(async () => (await alert()) === plainEnglish['error.userLockLimitReached'], 'the text of 429')
})

visiting('a visitor is still signed in, and known, after the browser has ended the worker and after a reload', async (at) => {
  await askForLink(at)
  await at.openLink.click()
  await stopWorkers(at.page, at.signedIn)
  await at.button('Refresh session').click()
  await visible(at.page.getByText('session.authenticate()'))
  await at.page.reload()
  await visible(at.signedIn)
  await at.button('Sign out').click()
  await stopWorkers(at.page, at.page.getByText('Nobody is signed in.'))
  await at.button('Start over').click()
  await askForLink(at)
  await visible(at.page.getByRole('heading', { name: 'Log in to Latchkey Emulator' }))
})

/**
 * What the gallery needs of this site: the widget's first files and later ones, the emulator as a
 * module, what the worker answers as the provider (One Tap's frame), and pictures.
 * test/chromium/gallery.matrix.test.ts walks to every state, with the same files.
 */
const ofGallery = ['Main, One Tap', 'Success', 'IDPConsent, question, logos'] satisfies (keyof typeof screenStates)[]

visiting(
  'each screen of the gallery that needs something else of the site is reached',
  async ({ page }) => {
    for (const name of ofGallery) {
      await page.goto(`${playground}gallery/screen/?screen=${encodeURIComponent(name)}`)
      const outcome = page.locator('body[data-outcome]')
      await outcome.waitFor()
      assert.is(await outcome.getAttribute('data-outcome'), 'reached', await outcome.innerText())
    }
  },
  { path: 'outbox/' },
)

visiting('axe finds nothing on any page, light and dark, each fits narrow windows, and leads back to the site', async ({ page }) => {
  for (const [path, what, viewport] of [
    ['', '.host input', WIDE],
    // fewer frames load in a narrow window
    ['gallery/', 'iframe', NARROW],
    ['app/', 'button.chip', WIDE],
    ['agent/', '.tools code', WIDE],
    ['consent/', '.widget input', WIDE],
    ['b2b/', 'input[type=email]', WIDE],
    ['outbox/', '.outbox', WIDE],
  ] as const) {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(viewport)
    await page.goto(playground + path)
    await visible(page.locator(what).first())
    if (path === 'gallery/') assert.is((await outcomeOf(page, 'Main, email link')).broken, undefined)
    assert.equal(await findingsOfAxe(page), [], path)
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.equal(await findingsOfAxe(page, COLORS), [], `${path}, dark`)
    await page.setViewportSize(NARROW)
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.scrollingElement!
      return { scrollWidth, clientWidth }
    })
    assert.is(scrollWidth, clientWidth, path)
    await page.getByRole('link', { name: 'Latchkey documentation' }).click()
    await page.waitForURL(home)
  }
})

test('everything works without a network, once the worker has kept the files', async () => {
  const server = await serveDocumentation('/latchkey/')
  const { page } = await visit({ viewport: WIDE })
  const at = parts(page)
  const url = `${server.url.replace('127.0.0.1', 'localhost')}playground/`
  await page.goto(url)
  await visible(at.email)
  const cacheKeys = () =>
    page.evaluate(async () => {
      const [name] = await caches.keys()
      return name ? (await (await caches.open(name)).keys()).map(({ url }) => url) : []
    })
  const count = files.filter((file) => file.startsWith('playground/') && !/(worker\.js|index\.md)$/.test(file)).length
  await until(async () => (await cacheKeys()).length >= count, 'the files')
  server.close()
  await page.goto(`${url}app/`)
  await visible(at.button('Sign in with the host'))
  await page.goto(url)
  await askForLink(at)
  await at.openLink.click()
  await visible(at.signedIn)
  await page.context().close()
})

visiting('below the playground every path of the emulator is answered by it, and others are not', async ({ page, email }) => {
  await visible(email)
  const answeredByEmulator = (paths: string[]) =>
    page.evaluate(async (paths) => {
      const answers = await Promise.all(paths.map((path) => fetch(path, { method: 'POST', body: '{}' })))
      const texts = await Promise.all(answers.map((answer) => answer.text()))
      return paths.filter((_, index) => texts[index]!.includes('"request_id":"request-id-'))
    }, paths)
  const paths = emulatorPaths.map((path) => path.slice(1).replace('*', 'nothing'))
  assert.ok(paths.length > 8, String(paths.length))
  assert.equal(await answeredByEmulator(paths), paths)
  assert.equal(await answeredByEmulator(['sdk', 'v10/nothing', 'telemetry.json', 'submit/nothing', 'nothing/v1/users']), [])
})

visiting("the settings of the Admin Portal are the emulator's, which wants credentials for them", async ({ page, email }) => {
  await visible(email)
  const portal = await page.evaluate(async () => {
    const answer = await fetch('sdk/v1/b2b/admin_portal_config')
    return [answer.status, (await answer.json()).error_type]
  })
  assert.equal(portal, [401, 'unauthorized_credentials'])
})

test('over plain http the page says why it cannot run, and what to do', async () => {
  const { page } = await visit()
  const { port } = new URL(site.url)
  await page.goto(`http://docs.site.test:${port}/latchkey/playground/`)
  assert.match(await alertOf(page), /only over https or on localhost.*npx latchkey dev/s)
  assert.ok((await page.getByRole('alert').boundingBox())!.y < 300, 'at the top of the page')
  assert.equal(await findingsOfAxe(page), [])
  await page.context().close()
})

test('where a browser refuses workers, the page says so', async () => {
  const { page } = await visit()
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('Not here.', 'SecurityError'))
  })
  await page.goto(playground)
  assert.match(await alertOf(page), /your browser refuses to start one/)
  await page.context().close()
})

test('a page of another site sends forms and links to every route of the emulator, and reaches none but pages', async () => {
  const evil = await serveSite({ '/': { html: '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Evil</title>' } })
  const { page } = await visit({ viewport: WIDE })
  const at = parts(page)
  try {
    await page.goto(playground)
    await askForLink(at)
    const state = async () => ({
      outbox: (await at.control<OutboxMessage[]>('GET', 'outbox')).map(({ to }) => to),
      project: await at.control('GET', 'project'),
    })
    const before = await state()
    /**
     * Leaves the playground, and goes where a page of the other site sends the browser. Returns the
     * status there.
     */
    const statusOf = async (method: string, path: string, name = '', value = '') => {
      await page.goto(evil.url.replace('localhost', 'evil.site.test'))
      const [answer] = await Promise.all([
        page.waitForNavigation(),
        page.evaluate(
          ([method, action, name, value]) => {
            const form = document.createElement('form')
            Object.assign(form, { method, action, enctype: 'text/plain' })
            const field = document.createElement('input')
            Object.assign(field, { type: 'hidden', name, value })
            if (name) form.append(field)
            document.body.append(form)
            form.submit()
          },
          [method, playground + path, name, value] as const,
        ),
      ])
      return answer!.status()
    }
    const eve = [
      '{"users":[{"emails":[{"email":"eve@example.com"}]}],"clients":[],"organizations":[{"organization_name":"',
      '"}]}',
    ] as const
    for (const [method, path, ...body] of [
      ['POST', '_emulator/reset'],
      ['POST', '_emulator/seed', ...eve],
      ['POST', '_emulator/sign_in', '{"email":"eve@example.com","name":{"first_name":"', '"}}'],
      ['POST', 'sdk/v1/otps/email/login_or_create', '{"email":"eve@example.com","locale":"', '"}'],
      ['GET', '_emulator/outbox'],
      ['GET', 'v1/users/eve'],
      ['GET', 'sdk/v1/b2b/admin_portal_config'],
      ['POST', 'v1/public/oauth/google/start'],
    ] as const)
      assert.is(await statusOf(method, path, ...body), 403, `${method} ${path}`)
    assert.is(await statusOf('GET', '.well-known/openid-configuration'), 200)
    await page.goto(playground)
    await visible(at.openLink)
    assert.equal(await state(), before)
    const { users } = await at.control<{ users: unknown[] }>('POST', 'seed', { users: [{ emails: [{ email: 'eve@example.com' }] }] })
    assert.is(users.length, 1, 'nobody had the address')
  } finally {
    await page.context().close()
    await evil.close()
  }
})

test.run()
