/**
 * Which of a browser's requests for a link sign its visitor in before the page
 * (`Bridge.land`): its headers and its cookies are the engine's. What the server makes of them is
 * in test/server/bridge/landings.ts.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { respond } from '../../src/server/own/index.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { freePort } from '../harness/ports.ts'
import { newEmail } from '../server/own/attacks.ts'
import { createHost } from '../server/own/host.ts'
import { until } from './visitors.ts'

const closing: (() => void)[] = []
test.after(async () => {
  for (const close of closing) close()
  await closeBrowser()
})

const listen = async (port: number, handle: (request: IncomingMessage, response: ServerResponse) => unknown) => {
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(port, resolve))
  closing.push(() => server.close())
}

/** A request for a link, and what came of it. */
interface Opened {
  dest: string
  purpose: string
  /** Whether it had the cookie of the browser that asked. */
  isKnown: boolean
  landed: boolean
}

/** A host with pages, and another site that leads to them. `html` is what each of them shows. */
const port = await freePort()
const elsewhere = await freePort()
const origin = `http://localhost:${port}`
const host = createHost({ baseURL: origin })
const opened: Opened[] = []
const html = { own: '', other: '' }
const show = (response: ServerResponse, body: string) => {
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html>${body}`)
}
await listen(port, async (request, response) => {
  if (request.url!.startsWith('/auth/')) return host.answer.node(request, response)
  const landed = await host.answer.land(request, { page: '/account' })
  const { headers } = request
  if (request.url!.includes('token='))
    opened.push({
      dest: String(headers['sec-fetch-dest']),
      purpose: String(headers['sec-purpose'] ?? ''),
      isKnown: /latchkey_browser=/.test(headers.cookie ?? ''),
      landed: !!landed,
    })
  if (landed) return respond(response, landed)
  const user = await host.userOf(request)
  show(response, request.url === '/own' ? html.own : user ? `You are ${user.email}.` : 'The form.')
})
// another site than `localhost`
await listen(elsewhere, (_, response) => show(response, html.other))

/** A browser that has asked for a link, and the link. */
const asking = async () => {
  opened.length = 0
  const { page } = await visit()
  const email = newEmail()
  await page.goto(origin)
  await page.evaluate(
    (body) =>
      fetch('/auth/sdk/v1/magic_links/email/login_or_create', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-sdk-client': 'e30=' },
        body: JSON.stringify(body),
      }).then(() => {}),
    { email, login_magic_link_url: `${origin}/login` },
  )
  return { page, email, link: (await host.mailTo(email)).url }
}

const attribute = (link: string) => link.replaceAll('&', '&amp;')

for (const [how, site, open] of [
  ['the address bar', 'own', undefined],
  ['a link in another site', 'other', ''],
  ['a link in another site, in a new tab without an opener', 'other', 'target="_blank" rel="noopener noreferrer"'],
] as const)
  test(`a link from ${how} is a session before the page`, async () => {
    const { page, email, link } = await asking()
    let tab = page
    if (open === undefined) await page.goto(link)
    else {
      html[site] = `<a ${open} href="${attribute(link)}">Log in</a>`
      await page.goto(`http://127.0.0.1:${elsewhere}`)
      const next = open ? page.context().waitForEvent('page') : page
      await page.getByText('Log in').click()
      tab = await next
    }
    await tab.getByText(`You are ${email}.`).waitFor()
    assert.is(tab.url(), `${origin}/account`)
    assert.equal(opened, [{ dest: 'document', purpose: '', isKnown: true, landed: true }])
    // nothing of the token is left
    assert.not.match(
      await tab.evaluate(() => document.referrer + history.length + performance.getEntriesByType('navigation')[0]!.name),
      /token/,
    )
  })

test('frames, images, scripts, objects and prefetches of it spend nothing, in this site and in another', async () => {
  const { page, email, link } = await asking()
  const body = ['<img src="L">', '<iframe src="L"></iframe>', '<script src="L"></script>', '<object data="L"></object>', '<embed src="L">']
    .concat('<link rel="prefetch" href="L">')
    .join('')
    .replaceAll('L', attribute(link))
  html.own = html.other = body
  for (const [site, isOwn] of [
    [`${origin}/own`, true],
    [`http://127.0.0.1:${elsewhere}/`, false],
  ] as const) {
    opened.length = 0
    await page.goto(site)
    await until(() => opened.length >= 6, 'six requests')
    // a Lax cookie comes along in this site only, so it is not what decides here
    assert.equal(
      opened.map(({ isKnown, landed }) => [isKnown, landed]),
      opened.map(() => [isOwn, false]),
    )
    assert.not(opened.some(({ dest, purpose }) => dest === 'document' && !purpose))
  }
  await page.goto(link)
  await page.getByText(`You are ${email}.`).waitFor()
})

for (const kind of ['prefetch', 'prerender'] as const)
  test(`speculation rules: a page that is only ${kind}ed spends nothing`, async () => {
    const { page, email, link } = await asking()
    html.own = `<script type="speculationrules">${JSON.stringify({ [kind]: [{ urls: [link], eagerness: 'immediate' }] })}</script>`
    await page.goto(`${origin}/own`)
    await until(() => opened.length > 0, 'the speculative request')
    assert.is(opened[0]!.isKnown, true)
    assert.match(opened[0]!.purpose, /prefetch/)
    assert.not(opened.some(({ landed }) => landed))
    // the visitor opens it in another tab, whose page nobody has fetched before
    const tab = await page.context().newPage()
    await tab.goto(link)
    await tab.getByText(`You are ${email}.`).waitFor()
  })

test.run()
