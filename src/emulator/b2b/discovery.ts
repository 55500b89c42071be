import * as v from 'valibot'
import * as api from '../../api/b2b/discovery.ts'
import { sessionDuration } from '../fields.ts'
import type { Project } from '../project.ts'
import { refuse } from '../refusal.ts'
import type { Router } from '../router.ts'
import { policy, type Organizations } from './organizations.ts'
import type { MemberSessions } from './sessions.ts'

const text = v.optional(v.string())
const common = { session_duration_minutes: sessionDuration, locale: text, intermediate_session_token: text }

interface Needs {
  project: Project
  organizations: Organizations
  sessions: MemberSessions
}

/** Serves discovery: which organizations a visitor can join or enter, and their choice of one. */
export const serveDiscovery = ({ on }: Router, { project, organizations, sessions }: Needs) => {
  const { members } = organizations

  on(api.discovery.organizations.list, v.optional(v.object({ intermediate_session_token: text })), (body, request) => {
    const bearer = sessions.provenBy(request, body?.intermediate_session_token)
    return { email_address: bearer.email, discovered_organizations: sessions.discovered(bearer), organization_id_hint: null }
  })

  const creation = v.object({ ...policy, ...common, organization_name: text, organization_slug: text, organization_logo_url: text })
  on(api.discovery.organizations.create, creation, async (body, request) => {
    const { session_duration_minutes, locale, intermediate_session_token, organization_name, ...given } = body
    const bearer = sessions.provenBy(request, intermediate_session_token)
    const { email } = bearer
    if (!project.create_organization_enabled) refuse('create_organization_disabled')
    const told = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const organization = organizations.create(organization_name || `${email.split('@')[0]}'s organization`, told)
    const member = members.add(organization, email, {}, ['stytch_admin'])
    return sessions.signIn(request, member, sessions.proofsFor(bearer, member), session_duration_minutes, intermediate_session_token)
  })

  on(api.discovery.intermediateSessions.exchange, v.object({ ...common, organization_id: v.string() }), (body, request) => {
    const bearer = sessions.intermediate(body.intermediate_session_token)
    const { email } = bearer
    const organization = organizations.required(body.organization_id)
    const known = members.withEmail(organization.organization_id, email)
    if (!known && !members.mayJoin(organization, email)) return refuse('member_not_found')
    const member = known ?? members.add(organization, email)
    return sessions.signIn(
      request,
      member,
      sessions.proofsFor(bearer, member),
      body.session_duration_minutes,
      body.intermediate_session_token,
    )
  })
}
