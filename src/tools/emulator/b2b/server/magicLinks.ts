import * as v from 'valibot'
import { metadata } from '../../state/metadata.ts'
import { discoveryLinkRequest, discoveryLinkToken, invitation, linkRequest, linkToken } from '../magicLinks.ts'
import type { ServerCalls } from './calls.ts'
import { createSandbox } from './sandbox.ts'
import type { MemberParts } from '../parts.ts'

export const serveMagicLinks = (
  { call, signingIn, actorOf, checkTenant }: ServerCalls,
  { project, organizations, sessions, linkLogIns }: MemberParts,
) => {
  const sandbox = createSandbox({ project, organizations })

  signingIn('POST /magic_links/authenticate', linkToken, async (body, bearer) => {
    const sandboxLink = sandbox.link(body.magic_links_token)
    if (!sandboxLink) return linkLogIns.authenticate(body, bearer)
    const { member, proofs } = sandboxLink
    const answer = await sessions.signIn(bearer, member, proofs, body)
    return { ...answer, reset_sessions: false, method_id: member.member_id }
  })
  call(
    'POST /magic_links/email/login_or_signup',
    linkRequest,
    (body, request) => sandbox.answerSend(body) ?? linkLogIns.send(body, request),
  )
  call(
    'POST /magic_links/email/discovery/send',
    discoveryLinkRequest,
    (body, request) => sandbox.answerSend(body) ?? linkLogIns.sendDiscovery(body, request),
  )
  call('POST /magic_links/discovery/authenticate', discoveryLinkToken, (body) => {
    const sandboxLink = sandbox.link(body.discovery_magic_links_token)
    return sandboxLink ? sessions.discover(sandboxLink.email, sandboxLink.proofs) : linkLogIns.authenticateDiscovery(body)
  })

  const invite = v.object({
    ...invitation.entries,
    organization_id: v.string(),
    invited_by_member_id: v.optional(v.string()),
    trusted_metadata: metadata,
  })
  call('POST /magic_links/email/invite', invite, async ({ organization_id, invited_by_member_id, ...body }, request) => {
    const sandboxAnswer = sandbox.answerSend({ organization_id, ...body })
    if (sandboxAnswer) return sandboxAnswer
    const actor = await actorOf(request)
    const organization = organizations.require(organization_id)
    checkTenant(actor, organization)
    if (invited_by_member_id !== undefined) organizations.members.require(organization.organization_id, invited_by_member_id)
    return linkLogIns.invite(actor, organization, body, request)
  })
}
