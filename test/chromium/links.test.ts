/** A visitor signs up with a link in an email, with the built script tag. */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import { alertOf, LINKS, OPEN_LINK, SEND_LINK, until, visible, visiting, visitingInAll, widget, type Visitor } from './visitors.ts'

test.after(closeBrowser)

const AT = 'ada@example.com'

/** Requests a link and returns its URL. */
const askForLink = async ({ page, message, emulator }: Visitor, email = AT) => {
  const before = emulator.outbox().length
  const { continueWithEmail, checkYourEmail, ...fields } = widget(page)
  await fields.email.fill(email)
  await continueWithEmail.click()
  await visible(checkYourEmail)
  return (await message(before + 1)).url!
}

for (const pkce of sample([true, false])) {
  visiting(`signs up with a link opened in the same browser, PKCE ${pkce ? 'required' : 'not required'}`, async (arrive) => {
    const visitor = await arrive({ project: { pkce_required_for_email_magic_links: pkce } })
    const { page } = visitor
    const url = await askForLink(visitor)
    assert.is(await page.getByText('An email was sent to').innerText(), `An email was sent to ${AT}.`)
    const [request] = visitor.sent(SEND_LINK)
    assert.is(request.email, AT)
    assert.is(request.login_expiration_minutes, 30)
    assert.is(request.signup_expiration_minutes, 30)
    assert.is(request.code_challenge !== undefined, pkce)

    await page.goto(url)
    await visible(widget(page).success)
    await visible(page.getByText('You have successfully logged in.'))
    assert.is(visitor.sent(OPEN_LINK).length, 1)
    assert.is(visitor.sent(OPEN_LINK)[0].session_duration_minutes, 30)
    assert.is(visitor.sent(OPEN_LINK)[0].code_verifier !== undefined, pkce)
    assert.ok(await visitor.session())
    assert.equal(
      (await visitor.heard()).map(({ detail }) => detail.type),
      ['AUTHENTICATE_FLOW_COMPLETE'],
    )
  })
}

visitingInAll('an event tells the page about the mail, and so does the log', async (arrive) => {
  const visitor = await arrive()
  await askForLink(visitor)
  const heard = await visitor.heard()
  assert.equal(
    heard.map(({ type, detail }) => [type, detail.type]),
    [['latchkey:event', 'MAGIC_LINK_LOGIN_OR_CREATE']],
  )
  assert.is(heard[0]!.detail.data.status_code, 200)
  await widget(visitor.page).tryAgain.click()
  await visible(widget(visitor.page).main)
  assert.is(await widget(visitor.page).email.inputValue(), 'ada@example.com')
  await visitor.page.goto('about:blank')
  await until(() => visitor.emulator.events().length >= 4, 'the log is sent')
  const logged = visitor.emulator.events().map(({ event }) => [event.event_name, event.details])
  assert.equal(
    logged.map(([name]) => name),
    ['sdk_instance_instantiated', 'render_login_screen', 'email_sent', 'email_try_again_clicked'],
  )
  assert.equal(logged[2]![1], { email: AT, type: 'login_or_create_eml' })
  assert.equal(logged[3]![1], { email: AT, type: 'login_or_create_eml' })
})

visitingInAll('both links work with PKCE if the visitor requested two', async (arrive) => {
  const visitor = await arrive({ project: { pkce_required_for_email_magic_links: true } })
  const { page } = visitor
  const first = await askForLink(visitor)
  await widget(page).tryAgain.click()
  await askForLink(visitor)
  await page.goto(first)
  await visible(widget(page).success)
})

visiting('a used link shows why it failed, with a way back to the log-in screen', async (arrive) => {
  const visitor = await arrive()
  const { page } = visitor
  const url = await askForLink(visitor)
  await page.goto(url)
  await visible(widget(page).success)
  const other = await visitor.tab()
  await other.goto(url)
  await visible(widget(other).wrong)
  assert.is(
    await alertOf(other),
    'The magic link could not be authenticated because it was either already used or expired. Please try again.',
  )
  assert.equal(
    (await visitor.heard(other)).map(({ type, detail }) => [type, detail.error_type]),
    [['latchkey:error', 'unable_to_auth_magic_link']],
  )
  await widget(other).tryAgain.click()
  await visible(widget(other).email)
  assert.is(visitor.sent(OPEN_LINK).length, 2)
})

visitingInAll('the token leaves the URL before the call, and the rest of the URL stays byte for byte', async (arrive) => {
  const visitor = await arrive({
    first: (page) =>
      page.addInitScript(() => {
        const { fetch } = window
        window.fetch = (input, init) => {
          if (String(input).endsWith('/magic_links/authenticate')) Object.assign(window, { addressAtCall: location.href })
          return fetch(input, init)
        }
      }),
  })
  const { page } = visitor
  const token = new URL(await askForLink(visitor)).searchParams.get('token')
  const rest = 'a=%20b+c&&empty=&Ünï=%C3%9C&tokens=1&x%5B%5D=~'
  await page.goto(`${visitor.site}/?${rest}&stytch_token_type=magic_links&token=${token}#/route?token=kept&a=%2F`)
  await visible(widget(page).success)
  const kept = `${visitor.site}/?${rest.replace('Ünï', '%C3%9Cn%C3%AF')}#/route?token=kept&a=%2F`
  assert.is(await page.evaluate(() => (window as unknown as { addressAtCall: string }).addressAtCall), kept)
  assert.is(await page.evaluate(() => location.href), kept)
  assert.is(visitor.sent(OPEN_LINK).length, 1)
})

visitingInAll('a reload while a link is being spent does not spend it again', async (arrive) => {
  const visitor = await arrive()
  const { page } = visitor
  const url = await askForLink(visitor)
  visitor.emulator.faults([{ route: OPEN_LINK, hold: 'the answer' }])
  await page.goto(url)
  await until(() => visitor.sent(OPEN_LINK).length, 'the link is being spent')
  await page.reload()
  await visible(widget(page).email)
  visitor.emulator.release('the answer')
  await visitor.idle()
  await visible(widget(page).email)
  assert.is(visitor.sent(OPEN_LINK).length, 1)
})

visitingInAll('two widgets on the landing page of a link spend it once', async (arrive) => {
  const visitor = await arrive({
    pages: (tag) => ({
      '/twice': {
        html: `<!doctype html><title>Two</title><div id="login"></div><div id="other"></div>${tag}${tag.replace('#login', '#other')}`,
      },
    }),
  })
  const { page } = visitor
  const url = await askForLink(visitor)
  await page.goto(url.replace('/?', '/twice?'))
  await visible(widget(page).success.first())
  await visitor.idle()
  assert.is(await widget(page).wrong.count(), 0)
  assert.is(visitor.sent(OPEN_LINK).length, 1)
})

visitingInAll('data-authenticate="off" leaves the token to the host', async (arrive) => {
  const visitor = await arrive({ attributes: { 'data-authenticate': 'off' } })
  const { page } = visitor
  const url = await askForLink(visitor)
  await page.goto(url)
  await visible(widget(page).email)
  assert.is(page.url(), String(new URL(url)))
  assert.is(visitor.sent(OPEN_LINK).length, 0)
})

visitingInAll("web-mail links search for the project's mail, in new tabs", async (arrive) => {
  const hrefs = async (visitor: Visitor) => {
    await askForLink(visitor)
    const links = visitor.page.getByRole('link', { name: /^Open in/ })
    assert.equal(await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).rel)), Array(3).fill('noopener noreferrer'))
    return links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  }
  const [hinted, one, several] = await Promise.all([
    arrive({ config: { ...LINKS, emailMagicLinksOptions: { domainHint: 'mail.test' } } }).then(hrefs),
    arrive().then(hrefs),
    arrive({ project: { email_domains: ['a.test', 'b.test'] } }).then(hrefs),
  ])
  const outlook = 'https://outlook.office.com/mail/0/inbox'
  const known = (domain: string) => [
    `https://mail.google.com/mail/u/0/#search/from%3A%40${domain}%20in%3Aanywhere`,
    `https://mail.yahoo.com/d/search/keyword=${domain}`,
    outlook,
  ]
  assert.equal(hinted, known('mail.test'))
  assert.equal(one, known('example.com'))
  assert.equal(several, [
    'https://mail.google.com/mail/u/0/#search/in%3Aanywhere',
    'https://mail.yahoo.com/d/search/referrer=unread',
    outlook,
  ])
})

test.run()
