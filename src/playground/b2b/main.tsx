import { createRoot } from 'react-dom/client'
import { B2BHeadlessClient } from '../../b2b.ts'
import { emulator } from '../emulator.ts'
import { Walk } from './Walk.tsx'

/** Any token of a test project will do: the emulator knows one project. */
const publicToken = 'public-token-test-00000000-0000-4000-8000-000000000000'

const root = createRoot(document.getElementById('playground')!)

try {
  // before the client asks for them
  await emulator.setProject({ vertical: 'B2B', create_organization_enabled: true })
  root.render(<Walk client={new B2BHeadlessClient(publicToken, { customBaseUrl: location.origin })} />)
} catch (error) {
  console.error(error)
  root.render(
    <p className="broken" role="alert">
      The emulator does not answer. Is <code>npm start</code> still running?
    </p>,
  )
}
