import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { prerender } from '../../dist/prerender/index.js'
import { snippet } from '../../src/snippet.ts'
import { closeBrowser } from '../harness/browser.ts'
import { chunks } from './embedChunks.ts'
import { hostPage, PUBLIC_TOKEN, visiting, until, codes, drawn } from './visitors.ts'
test.after(closeBrowser)
const go: Record<string, any> = { link: {}, password: { config: { products: ['passwords'] } }, social: { config: { products: ['oauth', 'emailMagicLinks'], oauthOptions: { providers: [{ type: 'google' }, {type:'github'}] } } }, sms: { config: codes('sms', 'email'), language: 'fr', styles: {colorScheme: 'dark', logo: {logoImageUrl: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="80" height="30"%3E%3Cpath d="M0 0h80v30H0z"/%3E%3C/svg%3E'} } }, shadow: { config: { products: ['emailMagicLinks'], enableShadowDOM: true } } }
for (const [name, options] of Object.entries(go))
  visiting(name, async (arrive) => {
    let release!: () => void
    const held = new Promise<void>((r) => (release = r))
    const prerendered = prerender(options)
    const v = await arrive({
      path: null,
      headers: { 'content-security-policy': `default-src 'none'; img-src data:; connect-src *; script-src 'self' '${prerendered.scriptHash}'; style-src '${prerendered.styleHash}'; require-trusted-types-for 'script'` },
      html: (_, provider) => hostPage(snippet({ publicToken: PUBLIC_TOKEN, element: '#login', baseUrl: provider, ...options, prerendered }, chunks)),
      first: async (page) => page.route('**/widget.js', async (r) => { await held; await r.continue() }),
    })
    const { page } = v
    await page.goto(v.site, { waitUntil: 'commit' })
    await page.locator('.lk-card').waitFor()
    await page.screenshot({ path: `/tmp/w19/${name}-1.png` })
    const input = page.locator('#login input')
    if (await input.count()) {
      await input.first().click()
      await page.keyboard.type(name === 'sms' ? '213373425' : 'ada@example.com')
      await page.keyboard.press('ArrowLeft')
      await input.first().evaluate((e) => ((window as any).before = e))
    }
    release()
    await until(async () => page.evaluate(() => { const e = document.querySelector('[data-latchkey]'); if (!e) return false; return !(e.shadowRoot || e).querySelector('[data-prerendered]') }), 'live')
    await drawn(page)
    console.log(name, await page.evaluate(() => { const r = document.querySelector('[data-latchkey]')!; const root = (r.shadowRoot || document); const e = root.activeElement as HTMLInputElement; return [e === (window as any).before, e?.value, root.querySelectorAll('input').length, root.querySelector('.lk')!.outerHTML.length, root.querySelectorAll('.lk-late').length] }))
    await page.keyboard.type('3')
    await page.screenshot({ path: `/tmp/w19/${name}-2.png` })
    await page.keyboard.press('Enter')
    await v.idle()
    await page.screenshot({ path: `/tmp/w19/${name}-3.png` })
    console.log(v.complaints, await input.first().inputValue().catch(() => 0))
  })
test.run()
