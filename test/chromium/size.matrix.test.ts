// Checks that `latchkey size` lists exactly the files that Chromium loads before a touch.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { snippet } from '../../src/tools/snippet/snippet.ts'
import { costOf } from '../../src/tools/snippet/size.ts'
import type { LoadedConfig } from '../../src/widget/loading.ts'
import { closeBrowser } from '../harness/browser.ts'
import { chunks } from './embedChunks.ts'
import { hostPage, PUBLIC_TOKEN, visible, visiting } from './visitors.ts'

const fileNames = (files: { file: string }[]) => files.map(({ file }) => file).sort()

const configs: Record<string, LoadedConfig & { language?: string }> = {
  'email links': {},
  'codes by SMS': { products: ['otp'], otpOptions: { methods: ['sms', 'email'] } },
  'codes by email': { products: ['otp'], otpOptions: { methods: ['email'] } },
  passwords: { products: ['passwords'] },
  'three providers': { products: ['oauth'], oauthOptions: { providers: [{ type: 'google' }, { type: 'gitlab' }, { type: 'slack' }] } },
  'passkeys beside email links': { products: ['passkeys', 'emailMagicLinks'] },
  wallets: { products: ['crypto'] },
  'codes by email in French': { products: ['otp'], otpOptions: { methods: ['email'] }, language: 'fr' },
}

for (const [name, { language, ...config }] of Object.entries(configs)) {
  visiting(`loads the listed files: ${name}`, async (arrive) => {
    const visitor = await arrive({
      path: null,
      html: (_, provider) =>
        hostPage(
          `<div id="login"></div>${snippet({ publicToken: PUBLIC_TOKEN, element: '#login', config, language, baseUrl: provider }, chunks)}`,
        ),
    })
    const { page } = visitor
    const loaded = new Set<string>()
    page.on('request', (request) => {
      const [, file] = /\/embed\/(.+\.js)$/.exec(request.url()) ?? []
      if (file) loaded.add(file)
    })
    await page.clock.install()
    await page.goto(visitor.site)
    await visible(page.locator('#login :is(input, button)').first())
    const cost = costOf(config, chunks, language)
    for (const file of fileNames(cost.first)) assert.ok(loaded.has(file), `${file} is there with the form`)
    await visitor.idle()
    // Nothing else loads for a while.
    await page.clock.runFor(5000)
    await visitor.idle()
    assert.equal([...loaded].sort(), fileNames([...cost.first, ...cost.rest]))
  })
}

test.after(closeBrowser)
test.run()
