/**
 * Tests the content security policies of docs/guides/content-security-policy.md: they are
 * sufficient, and every part of them is necessary.
 */
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import {
  codes,
  each,
  LINKS,
  PUBLIC_TOKEN,
  SEND_LINK,
  until,
  visible,
  visiting,
  visitingInAll,
  widget,
  type Arrangement,
  type Visitor,
} from './visitors.ts'

test.after(closeBrowser)

const document = readFileSync(new URL('../../docs/guides/content-security-policy.md', import.meta.url), 'utf8')
const [byHost, byNonce] = [...document.matchAll(/^```csp\n([\s\S]*?)^```/gm)].map(([, text]) => text!.replace(/\s+/g, ' ').trim())
const API = 'https://api.stytch.com'

/** A page under this policy, with the emulator as the API. */
const under = (policy: string, config: object): Arrangement => ({
  config,
  attributes: { nonce: policy.includes('r4nd0m') ? 'r4nd0m' : undefined },
  // The header has to contain a port that is known only when the emulator listens, so the page's
  // own path contains it.
  pages: (tag, provider) => ({
    '/policed': {
      html: `<!doctype html><html lang="en"><title>A host</title><div id="login"></div>${tag}`,
      headers: { 'content-security-policy': policy.replace(API, provider) },
    },
  }),
  path: '/policed',
})

const byLink = async (visitor: Visitor) => {
  const { page, message, session } = visitor
  await widget(page).email.fill('ada@example.com')
  await page.keyboard.press('Enter')
  await visible(widget(page).checkYourEmail)
  const link = new URL((await message()).url!)
  await page.goto(`${visitor.site}/policed${link.search}`)
  await visible(widget(page).success)
  assert.ok(await session())
}

const byText = async ({ page, message, session }: Visitor) => {
  await widget(page).phone.pressSequentially('2133734253')
  await widget(page).continueWithText.click()
  await visible(widget(page).codeAwaited)
  await page.keyboard.type((await message()).code!)
  await visible(widget(page).success)
  assert.ok(await session())
}

for (const [name, policy] of sample(Object.entries({ byHost, byNonce }))) {
  visiting(
    `the policy of docs/guides/content-security-policy.md, ${name}, is enough: sign-ins by link and by text keep their colors and report no violation`,
    async (arrive) => {
      const [link, text] = await Promise.all([arrive(under(policy!, LINKS)), arrive(under(policy!, codes('sms')))])
      const color = await widget(link.page).continueWithEmail.evaluate((button) => getComputedStyle(button).backgroundColor)
      assert.is(color, 'rgb(25, 48, 61)')
      await Promise.all([byLink(link), byText(text)])
    },
  )

  visitingInAll(
    `the policy of docs/guides/content-security-policy.md, ${name}, is minimal: without its sources there is no widget, or no connection`,
    async (arrive) => {
      const without = (directive: string) =>
        policy!
          .split('; ')
          .filter((part) => !part.startsWith(directive))
          .join('; ')
      await each(['script-src', 'connect-src'], async (directive) => {
        const visitor = await arrive({
          ...under(without(directive), LINKS),
          expected: /Content Security Policy|Fetch API cannot load|violates/,
        })
        const { page } = visitor
        if (directive === 'script-src') {
          await until(
            () => visitor.complaints.some((text) => text.includes('Content Security Policy')),
            'what the browser says of the script',
          )
          await visitor.idle()
          assert.is(await page.locator('[data-latchkey]').count(), 0)
        } else {
          await widget(page).email.fill('ada@example.com')
          await page.keyboard.press('Enter')
          await visible(page.getByText('Unable to contact our servers.'))
        }
        assert.ok(visitor.complaints.some((text) => text.includes('Content Security Policy')))
      })
    },
  )
}

visitingInAll('trusted-types: our own policy would be refused, so we create none', async (arrive) => {
  const visitor = await arrive({ ...under(byHost!, LINKS), expected: /TrustedTypes|Refused|policy/i })
  await visible(widget(visitor.page).email)
  const refused = await visitor.page.evaluate(() => {
    try {
      ;(window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }).trustedTypes.createPolicy(
        'latchkey',
        {},
      )
      return false
    } catch {
      return true
    }
  })
  assert.ok(refused)
})

visitingInAll("the option nonce allows a third party's script without its host in the policy", async (arrive) => {
  const page = (nonce: string) => (_: string, provider: string) =>
    `<!doctype html><html lang="en"><title>A host</title><div id="login"></div><script type="module" nonce="r4nd0m">
    import { LatchkeyClient } from '/embed/widget.js'
    const options = { customBaseUrl: '${provider}', nonce: '${nonce}', endpoints: { recaptchaURL: '${provider}/recaptcha/enterprise.js' } }
    new LatchkeyClient('${PUBLIC_TOKEN}', options).mountLogin({ elementId: '#login' })</script>`
  const sent = async (nonce: string) => {
    const visitor = await arrive({
      html: page(nonce),
      headers: { 'content-security-policy': "default-src 'none'; script-src 'nonce-r4nd0m' 'self'; connect-src *" },
      project: { captcha_settings: { enabled: true, siteKey: 'site-key' } },
      expected: /Content Security Policy/,
    })
    await widget(visitor.page).email.fill('ada@example.com')
    await visitor.page.keyboard.press('Enter')
    await until(() => visitor.sent(SEND_LINK).length, 'the call')
    return visitor.sent(SEND_LINK)[0].captcha_token
  }
  assert.type(await sent('r4nd0m'), 'string')
  assert.is(await sent(''), undefined)
})

test.run()
