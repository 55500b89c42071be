import { createRoot } from 'react-dom/client'
import { B2BHeadlessClient } from '../../b2b.ts'
import { createCallLog } from '../calls.ts'
import { emulator } from '../emulator.ts'
import { OrganizationsPage } from './OrganizationsPage.tsx'

/** The token of any test project works, because the emulator has only one project. */
const publicToken = 'public-token-test-00000000-0000-4000-8000-000000000000'

const calls = createCallLog('b2b-calls')
const root = createRoot(document.getElementById('playground')!)

try {
  // before the client requests the settings
  await emulator.setProject({ vertical: 'B2B', create_organization_enabled: true })
  root.render(<OrganizationsPage client={new B2BHeadlessClient(publicToken, { customBaseUrl: location.origin })} calls={calls} />)
} catch (error) {
  console.error(error)
  root.render(
    <p className="broken" role="alert">
      The emulator does not answer. Is <code>npm start</code> still running?
    </p>,
  )
}
