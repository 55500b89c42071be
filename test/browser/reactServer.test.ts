/** Tests `latchkey/react` in a server-rendered application: the built file, on React 18 and 19, from plain Node to a hydrated page. */
import { build, type OutputFile } from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fileURLToPath } from 'node:url'
import { closeBrowser } from '../harness/browser.ts'
import { codes, hostPage, PUBLIC_TOKEN, visible, visiting, widget } from './visitors.ts'

test.after(closeBrowser)

const packages = new URL('../../', import.meta.url).href
const root = fileURLToPath(packages)

/** One module for both sides, as in frameworks. The provider's URL comes from the page. */
const application = `
  import { LatchkeyProvider, Login, useUser } from 'latchkey/react'

  const Greeting = () => {
    const { user, isInitialized } = useUser()
    return <p>{!isInitialized ? 'One moment' : user ? 'Hello ' + user.emails[0].email : 'Please log in'}</p>
  }
  export const App = ({ customBaseUrl }) => (
    <LatchkeyProvider publicToken="${PUBLIC_TOKEN}" options={{ customBaseUrl }}>
      <Greeting />
      <Login config={${JSON.stringify(codes('email'))}} />
    </LatchkeyProvider>
  )
`
const sides = {
  server: `
    import { renderToString } from 'react-dom/server'
    import { App } from 'application'
    export const html = renderToString(<App customBaseUrl="" />)`,
  browser: `
    import { StrictMode } from 'react'
    import { hydrateRoot } from 'react-dom/client'
    import { App } from 'application'
    hydrateRoot(document.querySelector('#app'), <StrictMode><App customBaseUrl={window.provider} /></StrictMode>)`,
}

const bundle = async (side: keyof typeof sides, react: string): Promise<OutputFile[]> => {
  const { outputFiles } = await build({
    stdin: { contents: sides[side], loader: 'tsx', resolveDir: root, sourcefile: `${side}.tsx` },
    plugins: [
      {
        name: 'application',
        setup(build) {
          build.onResolve({ filter: /^application$/ }, () => ({ path: 'application.tsx', namespace: 'application' }))
          build.onLoad({ filter: /./, namespace: 'application' }, () => ({ contents: application, loader: 'tsx', resolveDir: root }))
        },
      },
    ],
    alias: {
      'latchkey/react': './dist/react/index.js',
      ...(react !== 'react' && { react, 'react-dom': react.replace('react', 'react-dom') }),
    },
    define: { 'process.env.NODE_ENV': '"development"' },
    bundle: true,
    splitting: side === 'browser',
    format: 'esm',
    platform: side === 'server' ? 'node' : 'browser',
    banner:
      side === 'server'
        ? { js: `import { createRequire } from 'node:module'; const require = createRequire(${JSON.stringify(packages)})` }
        : {},
    outdir: '/app',
    entryNames: 'app',
    jsx: 'automatic',
    write: false,
    logLevel: 'error',
    nodePaths: [`${root}node_modules`],
  })
  return outputFiles!
}

for (const react of ['react-18', 'react']) {
  visiting(`rendered by ${react} on a server and hydrated without a mismatch or a second client, signs in`, async (arrive) => {
    const [server] = await bundle('server', react)
    const { html } = (await import(`data:text/javascript;base64,${Buffer.from(server!.text).toString('base64')}`)) as { html: string }
    assert.is(html, '<p>One moment</p>')

    const files = await bundle('browser', react)
    const warnings: string[] = []
    const visitor = await arrive({
      html: (_, provider) =>
        hostPage(
          `<div id="app">${html}</div><script>window.provider = '${provider}'</script><script type="module" src="/app/app.js"></script>`,
        ),
      pages: () =>
        Object.fromEntries(
          files.map(({ path, text }) => [
            path.slice(path.indexOf('/app/')),
            { html: text, headers: { 'content-type': 'text/javascript' } },
          ]),
        ),
      first: async (page) => void page.on('console', (message) => warnings.push(message.text())),
    })
    const { page } = visitor
    await visible(page.getByText('Please log in'))
    await widget(page).email.fill('ada@example.com')
    await page.keyboard.press('Enter')
    await visible(widget(page).codeAwaited)
    await page.keyboard.type((await visitor.message()).code!)
    await visible(page.getByText('Hello ada@example.com'))
    await page.reload()
    await visible(page.getByText('Hello ada@example.com'))
    // React's own message about its tools doesn't matter.
    assert.equal(
      warnings.filter((text) => !/DevTools/.test(text)),
      [],
    )
  })
}

test.run()
