import * as v from 'valibot'
import type { Organization } from '../../../api/b2b/entities.ts'
import { idp } from '../../../api/b2b/idp.ts'
import { isFirstParty, type Client } from '../openid/connectedApps.ts'
import { authenticationTime, authorizeFields, logoutBody, submitFields } from '../openid/consent.ts'
import { issuerOf } from '../openid/endpoints.ts'
import { memberSubject } from '../openid/subjects.ts'
import type { ApiRequest, Router } from '../requests/router.ts'
import type { MemberParts } from './parts.ts'

/** Whether an organization lets its members use an app. Pure. */
export const allowsApp = (
  {
    first_party_connected_apps_allowed_type,
    allowed_first_party_connected_apps,
    third_party_connected_apps_allowed_type,
    allowed_third_party_connected_apps,
  }: Organization,
  client: Pick<Client, 'client_id' | 'client_type'>,
) => {
  const [type, clientIds = []] = isFirstParty(client)
    ? [first_party_connected_apps_allowed_type, allowed_first_party_connected_apps]
    : [third_party_connected_apps_allowed_type, allowed_third_party_connected_apps]
  return type === 'RESTRICTED' ? clientIds.includes(client.client_id) : type !== 'NOT_ALLOWED'
}

export const serveIdp = ({ on }: Router, { sessions, consent }: MemberParts) => {
  const decider = (request: ApiRequest) => {
    const { member, organization, session } = sessions.require(request)
    return {
      subject: memberSubject(member, organization),
      authenticationTime: authenticationTime(session.authentication_factors),
      allows: (client: Client) => allowsApp(organization, client),
    }
  }

  on(idp.oauthAuthorizeStart, v.object(authorizeFields), (body, request) => consent.start(body, decider(request)))

  on(idp.oauthAuthorizeSubmit, v.object(submitFields), (body, request) => consent.submit(body, decider(request), issuerOf(request)))

  on(idp.oauthLogoutStart, logoutBody, (body, request) => consent.logout(body, sessions.optional(request)?.member.member_id))
}
