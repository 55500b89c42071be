import * as api from '../../../api/b2b/organizations.ts'
import * as self from '../../../api/b2b/signedInMember.ts'
import { toConnectedApp, type Client, type ConnectedApps } from '../openid/connectedApps.ts'
import { noBody } from '../requests/fields.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import { withoutBody } from './callBodies.ts'
import type { Organizations } from './organizations.ts'
import type { BaseMemberParts } from './baseParts.ts'

/** An app as an organization sees it. */
const toOrganizationApp = (client: Client) => {
  const { scopes_granted: _, ...app } = toConnectedApp(client, [])
  return app
}

export const createOrganizationApps = (organizations: Organizations, connectedApps: ConnectedApps) => {
  const of = (organization_id: string) => {
    const members = organizations.members.present(organization_id)
    return connectedApps.all().flatMap((client) => {
      const active_members = members.flatMap(({ member_id }) => {
        const grant = connectedApps.grantOf(member_id, client.client_id)
        return grant ? [{ member_id, granted_scopes: grant.scopes }] : []
      })
      return active_members.length > 0 ? [{ ...toOrganizationApp(client), active_members }] : []
    })
  }
  return {
    list: (organization_id: string) => ({ connected_apps: of(organization_id).map(({ active_members: _, ...app }) => app) }),
    /** Returns one of these, with the members. Refuses an app that no member has let in. */
    get: (organization_id: string, client_id: string) =>
      of(organization_id).find((app) => app.connected_app_id === client_id) ?? refuse('connected_app_not_found'),
  }
}

export type OrganizationApps = ReturnType<typeof createOrganizationApps>

/** Serves the apps that the member who is signed in has let in, and those of the organization. */
export const serveConnectedApps = (
  { on }: Router,
  { sessions, connectedApps, organizationApps }: BaseMemberParts & { organizationApps: OrganizationApps },
) => {
  on(self.signedInMember.getConnectedApps, noBody, (_, request) => ({
    connected_apps: connectedApps.of(sessions.require(request).member.member_id),
  }))
  on(withoutBody(self.signedInMember.revokeConnectedApp), noBody, (_, request) => {
    connectedApps.revoke(sessions.require(request).member.member_id, request.params.connected_app_id ?? '')
    return {}
  })
  on(api.organization.getConnectedApps, noBody, (_, request) =>
    organizationApps.list(sessions.require(request).organization.organization_id),
  )
  on(withoutBody(api.organization.getConnectedApp), noBody, (_, request) =>
    organizationApps.get(sessions.require(request).organization.organization_id, request.params.connected_app_id ?? ''),
  )
}
