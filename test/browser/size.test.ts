// `latchkey size` says what a browser loads: the files it lists are those that Chromium fetches, untouched, and no other.
import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { snippet, type EmbedChunks } from '../../build/snippet.mjs'
import { createEmulator } from '../../src/emulator/index.ts'
import { listen } from '../../src/emulator/node.ts'
import { costOf, type SizedConfig } from '../../src/size.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { serveSite } from '../harness/site.ts'

const test = suite('what a configuration loads')
const chunks = JSON.parse(readFileSync(new URL('../../dist/embed/chunks.json', import.meta.url), 'utf8')) as EmbedChunks
const fileNames = (files: { file: string }[]) => files.map(({ file }) => file).sort()

const configs: Record<string, SizedConfig> = {
  'e-mail links': {},
  'codes by SMS': { products: ['otp'], otpOptions: { methods: ['sms', 'email'] } },
  'codes by e-mail': { products: ['otp'], otpOptions: { methods: ['email'] } },
  passwords: { products: ['passwords'] },
  'three providers': { products: ['oauth'], oauthOptions: { providers: [{ type: 'google' }, { type: 'gitlab' }, { type: 'slack' }] } },
  'passkeys beside e-mail links': { products: ['passkeys', 'emailMagicLinks'] },
  wallets: { products: ['crypto'] },
}

for (const [name, config] of Object.entries(configs)) {
  test(name, async () => {
    const emulator = createEmulator()
    const server = await listen(emulator, { port: 0 })
    const tags = snippet({ publicToken: 'public-token-test-size', element: '#login', config, baseUrl: server.url }, chunks)
    const html = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><div id="login"></div>${tags}`
    const site = await serveSite({ '/': { html } })
    const { page } = await visit()
    try {
      const loaded = new Set<string>()
      page.on('request', (request) => {
        const [, file] = /\/embed\/(.+\.js)$/.exec(request.url()) ?? []
        if (file) loaded.add(file)
      })
      await page.goto(site.url)
      await page.locator('#login :is(input, button)').first().waitFor()
      const cost = costOf(config, chunks)
      for (const file of fileNames(cost.first)) assert.ok(loaded.has(file), `${file} is there with the form`)
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(500)
      assert.equal([...loaded].sort(), fileNames([...cost.first, ...cost.rest]))
    } finally {
      await page.context().close()
      emulator.close()
      await Promise.all([server.close(), site.close()])
    }
  })
}

test.after(closeBrowser)
test.run()
