/**
 * Tests the export condition `development`: a host's bundler gets advice in development, and
 * nothing in production.
 */
import '../built/all.ts'
import { build } from 'esbuild'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { closeBrowser } from '../harness/browser.ts'
import { hostPage, PUBLIC_TOKEN, until, visible, visiting, widget, type Arrangement } from './visitors.ts'

test.after(closeBrowser)

const root = fileURLToPath(new URL('../../', import.meta.url))
const faulty = `{ products: 'otp', otpOption: {} }`

/** Applications with the same faulty configuration. */
const applications = {
  latchkey: `
    import { LatchkeyClient } from 'latchkey'
    new LatchkeyClient('${PUBLIC_TOKEN}', { customBaseUrl: window.provider, timeOut: 5 }).mountLogin({ elementId: '#app', config: ${faulty} })`,
  'latchkey/react': `
    import { StrictMode } from 'react'
    import { createRoot } from 'react-dom/client'
    import { LatchkeyClient, Login } from 'latchkey/react'
    const client = new LatchkeyClient('${PUBLIC_TOKEN}', { customBaseUrl: window.provider })
    createRoot(document.querySelector('#app')).render(<StrictMode><Login client={client} nonce="r4nd0m" config={${faulty}} /></StrictMode>)`,
  'latchkey/element': `
    import { defineElements } from 'latchkey/element'
    defineElements()
    const element = document.createElement('latchkey-login')
    element.setAttribute('public-token', '${PUBLIC_TOKEN}')
    element.setAttribute('base-url', window.provider)
    element.config = ${faulty}
    document.querySelector('#app').append(element)`,
}

const application = async (contents: string, conditions: string[]): Promise<Arrangement> => {
  const { outputFiles } = await build({
    stdin: { contents, loader: 'tsx', resolveDir: root, sourcefile: 'app.tsx' },
    // Finds the package by its exports, like a bundler.
    conditions,
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: 'automatic',
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: '/app',
    entryNames: 'app',
    write: false,
    logLevel: 'error',
    nodePaths: [`${root}node_modules`],
  })
  return {
    html: (_, provider) =>
      hostPage(`<div id="app"></div><script>window.provider = '${provider}'</script><script type="module" src="/app/app.js"></script>`),
    pages: () =>
      Object.fromEntries(
        outputFiles!.map(({ path, text }) => [
          path.slice(path.indexOf('/app/')),
          { html: text, headers: { 'content-type': 'text/javascript' } },
        ]),
      ),
  }
}

for (const [entry, contents] of Object.entries(applications)) {
  visiting(`${entry}: each advice once in development, and silence in production`, async (arrive) => {
    for (const conditions of [['development'], ['production']]) {
      const said: string[] = []
      const { idle } = await arrive({
        ...(await application(contents, conditions)),
        first: async (page) => void page.on('console', (message) => message.type() === 'warning' && said.push(message.text())),
        // What the widget shows with such a configuration doesn't matter here.
        expected: /./,
      })
      const advice = () => said.filter((text) => /Write|There is/.test(text))
      if (conditions.includes('development')) {
        await until(() => advice().length > 1, 'the advice')
        await idle()
        assert.ok(
          advice().some((text) => text.endsWith("config.products has to be a list, but it is 'otp'. Write ['otp'].")),
          advice().join('\n'),
        )
        assert.ok(advice().some((text) => text.endsWith("config.otpOption is not an option. Write 'otpOptions'.")))
        if (entry === 'latchkey') assert.ok(advice().includes("[Latchkey] options: timeOut is not an option. Write 'timeout'."))
        assert.is(new Set(advice()).size, advice().length)
      } else {
        await idle()
        assert.equal(advice(), [])
      }
    }
  })
}

visiting('a correct configuration gets no advice', async (arrive) => {
  for (const entry of ['latchkey', 'latchkey/react'] as const) {
    const said: string[] = []
    const { page } = await arrive({
      ...(await application(applications[entry].replace(faulty, '{}').replace(', timeOut: 5', ''), ['development'])),
      first: async (page) => void page.on('console', (message) => said.push(message.text())),
    })
    await visible(widget(page).email)
    assert.equal(
      said.filter((text) => !/React DevTools/.test(text)),
      [],
    )
  }
})

test('production files contain no advice', () => {
  const scripts = ['embed', 'element', 'headless', 'react', 'compat'].flatMap((folder) =>
    readdirSync(join(root, 'dist', folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(root, 'dist', folder, name)),
  )
  assert.ok(scripts.length > 20)
  assert.equal(
    scripts.filter((path) => /is not an option|does nothing without|has to be /.test(readFileSync(path, 'utf8'))),
    [],
  )
})

test.run()
