import { createRoot } from 'react-dom/client'
import type { EmbedChunks } from '../snippet/snippet.ts'
import { App } from './App.tsx'
import { base } from './base.ts'
import { emulator } from './emulator.ts'

// Loaded from the built files as in a visitor's browser, not bundled into this page.
const widget: string = `${base}/embed/widget.js`

/** The token of any test project works, because the emulator has only one project. */
const publicToken = 'public-token-test-00000000-0000-4000-8000-000000000000'

const root = createRoot(document.getElementById('page')!)

try {
  const [{ LatchkeyClient }, chunks] = await Promise.all([
    import(widget) as Promise<typeof import('../../entries/index.ts')>,
    fetch(`${base}/embed/chunks.json`).then((response) => response.json() as Promise<EmbedChunks>),
    emulator.ofUsers(),
  ])
  const client = new LatchkeyClient(publicToken, {
    customBaseUrl: base,
    // the third-party scripts that a page loads have stand-ins here
    endpoints: {
      clientsideServicesIframeURL: `${base}/clientside-services/index.html`,
      googleURL: `${base}/gsi/client`,
    },
  })
  root.render(<App client={client} publicToken={publicToken} chunks={chunks} />)
} catch (error) {
  console.error(error)
  root.render(
    <p className="broken" role="alert">
      The widget could not be loaded from <code>{widget}</code>. Build it with <code>npm run build</code>, then reload this page.
    </p>,
  )
}
