/** What the calls of servers about members have in common. */
import * as v from 'valibot'
import type { Discovered, Member } from '../../../../api/b2b/entities.ts'
import { customClaims, withClaims, type CustomClaims } from '../../sessions/customClaims.ts'
import { sessionDuration } from '../../requests/fields.ts'
import { refuse } from '../../requests/refusal.ts'
import type { Router, ServerRequest } from '../../requests/router.ts'
import { findSession, sessionNames, type SessionNames } from '../../server/sessionNames.ts'
import type { Organization } from '../organizations.ts'
import { emailLock } from '../codes.ts'
import type { Actor, OrganizationCall } from '../permissions.ts'
import type { Bearer, Lasting } from '../sessions.ts'
import type { BaseMemberParts } from '../baseParts.ts'

const sessionFields = { ...sessionNames, session_duration_minutes: v.optional(sessionDuration), session_custom_claims: customClaims }

export const memberNames = { organization_id: v.string(), member_id: v.string() }

type SessionFields = SessionNames & { session_custom_claims?: CustomClaims }

type Handler<Body, Rest extends unknown[]> = (body: Body, ...rest: Rest) => object | Promise<object>

/**
 * Creates the functions that serve calls of servers about members. Their routes are below
 * `/v1/b2b`.
 */
export const createServerCalls = ({ server }: Router, { organizations, sessions, locks }: BaseMemberParts) => {
  /** A member as servers see one: with what the emulator knows about locks. */
  const memberView = (member: Member) => {
    const { member_id, organization_id, email_address } = member
    const [lock] = [member_id, email_address, emailLock(organization_id, email_address)].flatMap((name) => locks.of(name) ?? [])
    return { ...member, is_locked: Boolean(lock), ...(lock ?? { lock_created_at: null, lock_expires_at: null }) }
  }

  const answerView = (answer: {
    member?: Member | null
    members?: Member[]
    discovered_organizations?: Discovered['discovered_organizations']
  }) => {
    const { member, members, discovered_organizations: discoveries } = answer
    return {
      ...answer,
      ...(member && { member: memberView(member) }),
      ...(members && { members: members.map(memberView) }),
      ...(discoveries && {
        discovered_organizations: discoveries.map(({ membership, ...more }) => ({
          ...more,
          membership: { ...membership, member: membership.member && memberView(membership.member) },
        })),
      }),
    }
  }

  /** Serves a call: its route is a method and a path. */
  const call = <Body>(route: string, schema: v.GenericSchema<unknown, Body>, handle: Handler<Body, [request: ServerRequest]>) =>
    server(route.replace(' ', ' /b2b'), schema, async (body, request) => answerView(await handle(body, request)))

  const sessionOf = (names: SessionNames) => findSession(sessions, names)

  /**
   * Refuses an actor whose organization is not the one that the call is about, or that of the
   * member whom it is about.
   */
  const checkTenant = (actor: Actor, { organization_id }: Organization | Member) => {
    if (actor && actor.organization.organization_id !== organization_id) refuse('session_authorization_tenancy_error')
  }

  /** Returns by which session a body makes its call, and the claims that it adds. */
  const bearerOf = async ({ session_custom_claims: claims, ...body }: SessionFields): Promise<Bearer> => {
    const current = await sessionOf(body)
    // refused before a code or a link is spent
    withClaims(current?.session.custom_claims, claims)
    return { sessionToken: current?.token, claims }
  }

  return {
    call,
    /** Returns the session that a body names. Undefined if it names none. */
    sessionOf,
    bearerOf,

    /**
     * Serves a call that signs a member in: with these fields, and those that every such call has.
     * The ones that name a session and add claims to it reach the handler as the bearer.
     */
    signingIn: <Entries extends v.ObjectEntries>(
      route: string,
      { entries }: v.ObjectSchema<Entries, undefined>,
      handle: Handler<v.InferOutput<v.ObjectSchema<Entries, undefined>> & Lasting, [bearer: Bearer]>,
    ) => {
      type Body = v.InferOutput<v.ObjectSchema<Entries, undefined>> & Lasting
      const schema = v.object({ ...entries, ...sessionFields }) as unknown as v.GenericSchema<unknown, Body & SessionFields>
      call(route, schema, async ({ session_token, session_jwt, session_custom_claims, ...body }) =>
        handle(body as unknown as Body, await bearerOf({ session_token, session_jwt, session_custom_claims })),
      )
    },

    /**
     * Serves a call about the organization in its path. If its headers have the session of a
     * member, only what that member may do is done, and only in their own organization.
     */
    managing: <Body>(
      route: string,
      schema: v.GenericSchema<unknown, Body>,
      handle: Handler<Body, [call: OrganizationCall, request: ServerRequest]>,
    ) =>
      call(route, schema, async (body, request) => {
        const actor = await actorOf(request)
        const organization = organizations.require(request.params.organization_id ?? '')
        checkTenant(actor, organization)
        return handle(body, { actor, organization, params: request.params }, request)
      }),

    actorOf,
    checkTenant,

    /**
     * Returns the member whom a body names, together with the organization, each by one of its
     * names.
     */
    requireMember: ({ organization_id, member_id }: { organization_id: string; member_id: string }) =>
      organizations.members.require(organizations.require(organization_id).organization_id, member_id),
  }

  /**
   * Returns the member whose session is in the headers of a request. Undefined if there is none:
   * then everything is allowed.
   */
  async function actorOf({ headers }: ServerRequest): Promise<Actor> {
    return sessionOf({
      session_token: headers.get('X-Stytch-Member-Session') ?? undefined,
      session_jwt: headers.get('X-Stytch-Member-SessionJWT') ?? undefined,
    })
  }
}

export type ServerCalls = ReturnType<typeof createServerCalls>
