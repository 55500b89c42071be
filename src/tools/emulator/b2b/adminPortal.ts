import { call } from '../../../api/call.ts'
import { noBody } from '../requests/fields.ts'
import type { Router } from '../requests/router.ts'
import type { MemberParts } from './parts.ts'

/** What the provider's Admin Portal may show, as its screens read it. */
interface PortalConfig {
  organization_config: { mfa_controls_enabled: boolean }
  sso_config: { sso_enabled: boolean; can_create_saml_connection: boolean; can_create_oidc_connection: boolean }
  scim_config: { scim_enabled: boolean }
}

/**
 * Serves the settings of the provider's Admin Portal, whose screens ask for nothing else that a
 * client does not ask for: everything is on.
 */
export const serveAdminPortal = ({ on }: Router, { sessions }: MemberParts) => {
  on(call<undefined, PortalConfig>('GET /b2b/admin_portal_config'), noBody, (_, request) => {
    sessions.require(request)
    return {
      organization_config: { mfa_controls_enabled: true },
      sso_config: { sso_enabled: true, can_create_saml_connection: true, can_create_oidc_connection: true },
      scim_config: { scim_enabled: true },
    }
  })
}
