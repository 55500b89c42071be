import * as v from 'valibot'
import { metadata } from '../../state/metadata.ts'
import { discoveryLinkRequest, discoveryLinkToken, invitation, linkRequest, linkToken, type LinkLogIns } from '../magicLinks.ts'
import type { Organizations } from '../organizations.ts'
import type { ServerCalls } from './calls.ts'

interface Dependencies {
  organizations: Organizations
  linkLogIns: LinkLogIns
}

/** Serves email links for a server. */
export const serveMagicLinks = ({ call, signingIn, actorOf, checkTenant }: ServerCalls, { organizations, linkLogIns }: Dependencies) => {
  signingIn('POST /magic_links/authenticate', linkToken, linkLogIns.authenticate)
  call('POST /magic_links/email/login_or_signup', linkRequest, linkLogIns.send)
  call('POST /magic_links/email/discovery/send', discoveryLinkRequest, linkLogIns.sendDiscovery)
  call('POST /magic_links/discovery/authenticate', discoveryLinkToken, linkLogIns.authenticateDiscovery)

  const invite = v.object({
    ...invitation.entries,
    organization_id: v.string(),
    invited_by_member_id: v.optional(v.string()),
    trusted_metadata: metadata,
  })
  call('POST /magic_links/email/invite', invite, async ({ organization_id, invited_by_member_id, ...body }, request) => {
    const actor = await actorOf(request)
    const organization = organizations.required(organization_id)
    checkTenant(actor, organization)
    if (invited_by_member_id !== undefined) organizations.members.required(organization.organization_id, invited_by_member_id)
    return linkLogIns.invite(actor, organization, body, request)
  })
}
