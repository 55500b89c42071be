/**
 * The Admin Portal of the provider's SDK 6: four screens for members who manage their organization.
 */
import { StytchB2BClient } from 'provider-6/b2b'
import {
  mountAdminPortalMemberManagement,
  mountAdminPortalOrgSettings,
  mountAdminPortalSCIM,
  mountAdminPortalSSO,
} from 'provider-6/b2b/adminPortal'
import { arrangement, startPage } from './page.ts'
import { optionsFor } from './options.ts'

const client = new StytchB2BClient(...optionsFor(arrangement().api)) as any
const screens = {
  settings: mountAdminPortalOrgSettings,
  members: mountAdminPortalMemberManagement,
  'SSO connections': mountAdminPortalSSO,
  'SCIM connection': mountAdminPortalSCIM,
}

startPage({ client, mount: { portal: (screen) => screens[screen]({ client, element: '#screen' } as any) } })
