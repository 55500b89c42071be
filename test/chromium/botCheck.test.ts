/**
 * A host's own server that keeps bots away: the proof of work, which the emulator verifies, in the
 * script tag and on real React, and vendors' scripts by their documents.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { closeBrowser } from '../harness/browser.ts'
import { findingsOfAxe } from '../harness/axe.ts'
import { plainEnglish } from '../harness/plainEnglish.ts'
import type { BotCheckKind } from '../../src/api/botCheck.ts'
import { attributes, comeTo } from './backendVisits.ts'
import { bundledOnce, hostOf } from './reactHost.ts'
import { codes, inCode, LINKS, ownWidget, SEND_CODE, SEND_LINK, until, VERIFY, visible, visiting, type Arrangement } from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'
const CHALLENGE = 'GET /bot_check'
const settings = (kind: BotCheckKind, siteKey?: string) => ({ project: { captcha_settings: { enabled: true, kind, siteKey } } })
const work = settings('proof_of_work')

/** Nothing of another origin, no worker, and no policy of Trusted Types. */
const strict = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
}

const app = bundledOnce(`
  import { createRoot } from 'react-dom/client'
  import { StrictMode } from 'react'
  import { LatchkeyProvider, Login } from 'latchkey/react'

  createRoot(document.querySelector('#app')).render(
    <StrictMode><LatchkeyProvider backend="/auth"><Login config={window.setUp.config} /></LatchkeyProvider></StrictMode>,
  )
`)

const ways: [what: string, arrangement: () => Promise<Arrangement>][] = [
  ['the script tag, under a strict policy', async () => ({ config: codes('email'), attributes, headers: strict })],
  ['real React', async () => hostOf(await app(), { config: codes('email') })],
]
for (const [what, arrangement] of ways)
  visiting(`${what}: nothing to see or to solve, and every call that sends or tries something has a proof of its own`, async (arrive) => {
    const visitor = await comeTo(arrive, { ...(await arrangement()), ...work })
    const { page, emulator, all } = visitor
    await visible(ownWidget(page).email)
    await visitor.idle()
    assert.equal(visitor.sent(CHALLENGE), [], 'nothing before the first touch')
    assert.not.ok(all.some(({ url }) => /Proofs/.test(url)))
    const card = page.locator('.lk-card')
    const before = await card.boundingBox()
    await ownWidget(page).email.focus()
    await until(() => visitor.sent(CHALLENGE).length === 1, 'the work, from the first touch on')
    await ownWidget(page).email.fill(EMAIL)
    assert.equal(await card.boundingBox(), before)
    if (what !== 'real React') assert.equal(await findingsOfAxe(page, undefined, { include: ['#login'] }), [])
    await page.keyboard.press('Enter')
    await visible(ownWidget(page).codeAwaited)
    const wrong = (await visitor.message()).code === '111111' ? '222222' : '111111'
    await page.keyboard.type(wrong)
    await visible(page.getByText(plainEnglish['error.otpCodeNotFound']))
    await ownWidget(page).codeAwaited.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type((await visitor.message()).code!)
    await visible(ownWidget(page).success)
    const proofs = [...visitor.sent(SEND_CODE.replace('*', 'email')), ...visitor.sent(VERIFY)].map(({ captcha_token }) => captcha_token)
    assert.equal([proofs.length, new Set(proofs).size, proofs.includes(undefined)], [3, 3, false])
    assert.is(visitor.sent(CHALLENGE).length, 3, 'no work after the log-in')
    assert.equal(
      emulator.requests().filter(({ status }) => status === 403),
      [],
    )
  })

visiting('a proof that has grown old is replaced without a word, once, and nothing typed is lost', async (arrive) => {
  const visitor = await comeTo(arrive, { config: LINKS, attributes, ...work })
  const { page, emulator } = visitor
  await ownWidget(page).email.fill(EMAIL)
  await until(() => visitor.sent(CHALLENGE).length === 1, 'the first challenge')
  emulator.clock.advance(11 * 60_000)
  await page.keyboard.press('Enter')
  await visible(ownWidget(page).checkYourEmail)
  assert.equal(
    emulator.requests().flatMap(({ path, status }) => (path.includes('magic_links') ? status : [])),
    [403, 200],
  )
  assert.is(emulator.outbox().length, 1)
})

const sentence = (page: Page, id: 'error.captchaRequired' | 'error.unreachable') => page.getByText(plainEnglish[id], { exact: true })

for (const [what, fault, id] of [
  [
    'the challenge does not come',
    { route: CHALLENGE, status: 503, body: { error_type: 'service_unavailable', status_code: 503 } },
    'error.unreachable',
  ],
  [
    'the server refuses every proof',
    { route: SEND_LINK, status: 403, body: { error_type: 'captcha_required', status_code: 403 } },
    'error.captchaRequired',
  ],
] as const)
  visiting(`${what}: a sentence, what was typed stays, and a press tries again`, async (arrive) => {
    const visitor = await comeTo(arrive, { config: LINKS, attributes, ...work })
    const { page, emulator } = visitor
    emulator.faults([fault as never])
    await ownWidget(page).email.fill(EMAIL)
    await page.keyboard.press('Enter')
    await visible(sentence(page, id))
    assert.is(await ownWidget(page).email.inputValue(), EMAIL)
    assert.equal(emulator.outbox(), [])
    if (what === 'the server refuses every proof') assert.is(visitor.sent(SEND_LINK).length, 2)
    emulator.faults([])
    await ownWidget(page).email.press('Enter')
    await visible(ownWidget(page).checkYourEmail)
    assert.is(emulator.outbox().length, 1)
  })

const SITE_KEY = 'site-key'

/**
 * What a page gets of a vendor in these tests, as its documents describe it. `asks` shows a button.
 * Tokens are those that the emulator takes, from the stand-in of its own.
 */
const standIn = (kind: string, token: string, asks: boolean) => `{
  const token = ${JSON.stringify(token)}
  const answer = (box, opens) => new Promise((resolve) => {
    if (!${asks}) return resolve(token)
    opens()
    const button = document.createElement('button')
    button.textContent = 'I am human'
    button.style = 'width: 300px; height: 65px'
    button.onclick = () => resolve(token)
    box.append(button)
  })
  let widget
  window.rendered = []
  const apis = {
    turnstile: { render(box, options) { rendered.push(options.sitekey); answer(box, options['before-interactive-callback']).then(options.callback) } },
    hcaptcha: {
      render: (box, options) => { rendered.push(options.sitekey, options.size); widget = { box, options }; return 0 },
      execute: async (id, { async }) => id === 0 && async && { response: await answer(widget.box, widget.options['open-callback']) },
    },
    captchafox: {
      render: async (box, options) => { rendered.push(options.sitekey, options.mode); widget = { box, options }; return 'w1' },
      execute: (id) => id === 'w1' && answer(widget.box, widget.options.onChallengeOpen),
    },
    grecaptcha: { ready: (act) => setTimeout(act), execute: async (key, { action }) => (rendered.push(key, action), token) },
  }
  window.${kind === 'recaptcha' ? 'grecaptcha' : kind} = apis.${kind === 'recaptcha' ? 'grecaptcha' : kind}
}`

const scripts: [kind: BotCheckKind, url: string, rendered: string[], asks: boolean][] = [
  ['turnstile', 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit', [SITE_KEY], true],
  ['hcaptcha', 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off', [SITE_KEY, 'invisible'], true],
  ['recaptcha', `https://www.google.com/recaptcha/api.js?render=${SITE_KEY}`, [SITE_KEY, 'login'], false],
  ['captchafox', 'https://cdn.captchafox.com/api.js?render=explicit', [SITE_KEY, 'hidden'], true],
]
for (const [kind, url, rendered, asks] of scripts)
  visiting(
    `${kind}: its script comes with the first touch, and ${asks ? 'its question is in the card, which stays as it is' : 'nothing shows'}`,
    async (arrive) => {
      const visitor = await comeTo(arrive, { config: LINKS, attributes, ...settings(kind, SITE_KEY) }, '/nothing')
      const { page, provider, site } = visitor
      const answer = await fetch(`${provider}/recaptcha/enterprise/execute`, {
        method: 'POST',
        body: JSON.stringify({ siteKey: SITE_KEY, action: 'LOGIN' }),
      })
      const { token } = (await answer.json()) as { token: string }
      const loaded: string[] = []
      await page.context().route(
        ({ origin }) => origin !== site && origin !== provider,
        (route) => {
          loaded.push(route.request().url())
          return route.fulfill({ contentType: 'text/javascript', body: standIn(kind, token, asks) })
        },
      )
      await page.goto(site)
      await visible(ownWidget(page).email)
      await visitor.idle()
      assert.equal(loaded, [])
      await ownWidget(page).email.fill(EMAIL)
      await until(() => loaded.length > 0, 'the script')
      const card = page.locator('.lk-card')
      const before = await card.boundingBox()
      await page.keyboard.press('Enter')
      if (asks) {
        const question = page.getByRole('button', { name: 'I am human' })
        await visible(question)
        const [own, box] = [await card.boundingBox(), await question.boundingBox()]
        assert.equal(own, before)
        assert.ok(box!.x >= own!.x && box!.x + box!.width <= own!.x + own!.width && box!.y + box!.height <= own!.y + own!.height + 1)
        assert.equal(visitor.sent(SEND_LINK), [])
        await question.click()
      }
      await visible(ownWidget(page).checkYourEmail)
      assert.equal(loaded, [url])
      assert.equal(await page.evaluate('rendered'), rendered)
      assert.is(visitor.sent(SEND_LINK)[0].captcha_token, token)
      assert.is(await page.getByRole('button', { name: 'I am human' }).count(), 0)
    },
  )

visiting('a vendor that an extension blocks, or that never answers: a sentence, and a way to try again', async (arrive) => {
  const project = { backend: true, ...settings('turnstile', SITE_KEY).project }
  const html = inCode({ backend: '', timeout: 3000 }, { config: LINKS })
  const visitor = await arrive({ html, project, path: null })
  const { page, provider, site } = visitor
  let body: string | undefined
  const answer = await fetch(`${provider}/recaptcha/enterprise/execute`, {
    method: 'POST',
    body: JSON.stringify({ siteKey: SITE_KEY, action: 'LOGIN' }),
  })
  const { token } = (await answer.json()) as { token: string }
  await page
    .context()
    .route('https://challenges.cloudflare.com/**', (route) =>
      body === undefined ? route.abort('blockedbyclient') : route.fulfill({ contentType: 'text/javascript', body }),
    )
  await page.goto(site)
  await ownWidget(page).email.fill(EMAIL)
  await page.keyboard.press('Enter')
  await visible(sentence(page, 'error.captchaRequired'))
  body = 'window.turnstile = { render() {} }'
  const press = () => ownWidget(page).email.press('Enter')
  await press()
  await sentence(page, 'error.captchaRequired').waitFor({ state: 'detached' })
  await visible(sentence(page, 'error.captchaRequired'))
  assert.is(await ownWidget(page).email.inputValue(), EMAIL)
  assert.equal(visitor.sent(SEND_LINK), [])
  await page.evaluate(standIn('turnstile', token, false))
  await press()
  await visible(ownWidget(page).checkYourEmail)
})

test.run()
