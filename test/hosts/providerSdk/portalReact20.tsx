/** The Admin Portal of the provider's SDK 20 for React. */
import { createStytchB2BClient, StytchB2BProvider } from '@stytch/react/b2b'
import { AdminPortalMemberManagement, AdminPortalOrgSettings, AdminPortalSCIM, AdminPortalSSO } from '@stytch/react/b2b/adminPortal'
import { createRoot } from 'react-dom/client'
import { arrangement, startPage } from './page.ts'
import { optionsFor } from './options.ts'

const client = createStytchB2BClient(...optionsFor(arrangement().api)) as any
const screens = {
  settings: AdminPortalOrgSettings,
  members: AdminPortalMemberManagement,
  'SSO connections': AdminPortalSSO,
  'SCIM connection': AdminPortalSCIM,
}

startPage({
  client,
  mount: {
    portal: (name) => {
      const Screen = screens[name] as any
      createRoot(document.getElementById('screen')!).render(
        <StytchB2BProvider stytch={client}>
          <Screen />
        </StytchB2BProvider>,
      )
    },
  },
})
