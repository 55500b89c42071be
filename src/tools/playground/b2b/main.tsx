import { createRoot } from 'react-dom/client'
import { B2BHeadlessClient } from '../../../entries/b2b.ts'
import { base } from '../base.ts'
import { createCallLog } from '../calls.ts'
import { emulator } from '../emulator.ts'
import { Unreachable } from '../Unreachable.tsx'
import { OrganizationsPage } from './OrganizationsPage.tsx'

/** The token of any test project works, because the emulator has only one project. */
const publicToken = 'public-token-test-00000000-0000-4000-8000-000000000000'

const calls = createCallLog('b2b-calls')
const root = createRoot(document.getElementById('page')!)

try {
  // before the client requests the settings
  await emulator.setProject({ vertical: 'B2B', create_organization_enabled: true })
  root.render(<OrganizationsPage client={new B2BHeadlessClient(publicToken, { customBaseUrl: base })} calls={calls} />)
} catch (error) {
  console.error(error)
  root.render(<Unreachable />)
}
