import { createRoot } from 'react-dom/client'
import { base } from '../base.ts'
import { emulator } from '../emulator.ts'
import { ConsentPage } from './ConsentPage.tsx'

const widget: string = `${base}/embed/widget.js`
const root = createRoot(document.getElementById('page')!)

try {
  const [{ LatchkeyClient }] = await Promise.all([
    import(widget) as Promise<typeof import('../../../entries/index.ts')>,
    emulator.ofUsers(),
  ])
  const client = new LatchkeyClient('public-token-test-00000000-0000-4000-8000-000000000000', { customBaseUrl: base })
  root.render(<ConsentPage client={client} />)
} catch (error) {
  console.error(error)
  root.render(
    <p className="broken" role="alert">
      The widget could not be loaded from <code>{widget}</code>. Build it with <code>npm run build</code>, then reload.
    </p>,
  )
}
