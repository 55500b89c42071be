import * as v from 'valibot'
import * as api from '../../../api/b2b/sessions.ts'
import type {
  Discovered,
  DiscoveredOrganization,
  Member,
  MemberAuthenticated,
  MemberFactor,
  MemberPending,
  MemberSession,
  MemberSignedIn,
  Membership,
} from '../../../api/b2b/entities.ts'
import type { Answer } from '../../../api/entities.ts'
import { timestamp, type Clock } from '../state/clock.ts'
import { createExpiring, createSweep, randomToken } from '../state/expiring.ts'
import { noBody, optionalText, sessionDuration } from '../requests/fields.ts'
import type { Authorizations } from '../openid/authorizations.ts'
import { ORGANIZATION_CLAIM } from '../openid/subjects.ts'
import { refuse } from '../requests/refusal.ts'
import type { ApiRequest, Router } from '../requests/router.ts'
import { withClaims, type CustomClaims } from '../sessions/customClaims.ts'
import { SESSION_CLAIM, sessionIdOf, type Proof } from '../sessions/sessions.ts'
import type { Signer } from '../sessions/signer.ts'
import { withoutBody } from './callBodies.ts'
import { asMembers } from './oauthRegistrations.ts'
import { isSecond, kindOf, missing, proofsFor, proves, type VisitorIdentity } from './proofs.ts'
import { domainOf, type Organization, type Organizations } from './organizations.ts'
import type { OrganizationCall, Permissions } from './permissions.ts'
import type { Stores } from '../state/stores.ts'
import { objects } from '../state/storeMap.ts'

/** Who makes a call, by a session, and what the session is to say in addition. */
export interface Bearer {
  /** The token of the session, whether it is valid or not. */
  sessionToken?: string
  /** Claims for the session that the call begins or extends. */
  claims?: CustomClaims
}

/** How long a call wants its session to last. */
export interface Lasting {
  /** From now on. Default: an hour for a new session; an old one keeps its end. */
  session_duration_minutes?: number
}

/** What a call says about the session that it begins. */
export interface NextSession extends Lasting {
  /** The token of the earlier steps. It is invalid afterward. */
  intermediate_session_token?: string
}

/**
 * The fields by which a call names the member whose second factor it is about, and the intermediate
 * session of that member.
 */
export const whoSignsIn = { organization_id: v.string(), member_id: v.string(), intermediate_session_token: v.optional(v.string()) }

/** Whose second factor a call is about. */
export type WhoSignsIn = v.InferOutput<v.ObjectSchema<typeof whoSignsIn, undefined>>

interface LiveMemberSession {
  session: MemberSession
  token: string
  /** Milliseconds, by the emulator's clock. */
  expiresAt: number
}

const MINUTE = 60_000

/** How long a visitor can take to complete a sign-in. */
const INTERMEDIATE_MINUTES = 10

/** How long a session lasts if the call that begins it does not say. */
const DEFAULT_MINUTES = 60
const JWT_MINUTES = 5

type MemberPayload<Result> = Omit<Result, keyof Answer>

/** How a visitor with this address belongs to an organization. */
const membershipOf = (email: string, member: Member | null): Membership => {
  if (!member) return { type: 'eligible_to_join_by_email_domain', details: { domain: domainOf(email) }, member }
  const { status } = member
  const type = status === 'active' ? 'active_member' : status === 'invited' ? 'invited_member' : 'pending_member'
  return { type, details: null, member }
}

/**
 * Casts the answer of a call that ends in a session. The provider's types promise a session after a
 * second factor, and after a password that was set in a session. But if the organization requires
 * more of the member, these calls say so here too, like those whose types allow for it.
 */
export const endsInSession = (answer: MemberPayload<MemberAuthenticated | MemberPending>) => answer as MemberPayload<MemberSignedIn>

interface SessionParts {
  clock: Clock
  organizations: Organizations
  signer: Signer
  stores: Stores
}

export const createMemberSessions = ({ clock, organizations, signer, stores }: SessionParts) => {
  const live = stores.map('member_sessions', objects<LiveMemberSession>({ token: 'string', session: 'object', expiresAt: 'number' }))
  const byMember = live.index(({ session }) => [session.member_id])
  const bySessionId = live.index(({ session }) => [session.member_session_id])
  const ends = createSweep(clock, live, ({ expiresAt }) => expiresAt)
  const intermediates = createExpiring<VisitorIdentity>(clock)
  const { members } = organizations

  const find = (token: string | undefined) => {
    const entry = token === undefined ? undefined : live.get(token)
    const member = entry && entry.expiresAt > clock.now() ? members.byId(entry.session.member_id) : undefined
    const organization = member && organizations.byId(member.organization_id)
    return entry && member && organization && member.status !== 'deleted' ? { ...entry, member, organization } : undefined
  }

  const requireSession = (request: Bearer) =>
    find(request.sessionToken) ?? refuse(request.sessionToken === undefined ? 'user_unauthenticated' : 'session_not_found')

  const answer = async (
    { session, token }: LiveMemberSession,
    member: Member,
    organization: Organization,
  ): Promise<MemberPayload<MemberAuthenticated>> => {
    const { member_session_id, custom_claims, ...claims } = session
    const { organization_id, organization_slug: slug } = organization
    return {
      member_id: member.member_id,
      organization_id,
      member,
      organization,
      member_session: session,
      session_token: token,
      session_jwt: await signer.sign(
        { ...custom_claims, [SESSION_CLAIM]: { id: member_session_id, ...claims }, [ORGANIZATION_CLAIM]: { organization_id, slug } },
        { subject: member.member_id, minutes: JWT_MINUTES },
      ),
      member_authenticated: true,
      intermediate_session_token: '',
      mfa_required: null,
      primary_required: null,
    }
  }

  const factor = (proof: Proof, now: string) =>
    ({
      ...proof,
      sequence_order: isSecond(proof) ? 'SECONDARY' : 'PRIMARY',
      last_authenticated_at: now,
      created_at: now,
      updated_at: now,
    }) as unknown as MemberFactor

  /** Notes that a session was used, by a call that may extend it and add claims. */
  const noteUse = (entry: LiveMemberSession, member: Member, { claims }: Bearer, minutes: number | undefined, now = clock.now()) => {
    const { session } = entry
    session.last_accessed_at = timestamp(now)
    // an administrator can have changed them
    session.roles = member.roles.map(({ role_id }) => role_id)
    if (claims) session.custom_claims = withClaims(session.custom_claims, claims)
    if (minutes === undefined) return
    entry.expiresAt = now + minutes * MINUTE
    session.expires_at = timestamp(entry.expiresAt)
  }

  /**
   * Whether an intermediate session belongs to this member. One that is bound to a member belongs
   * to no other, even if the address is the same.
   */
  const isOf = (intermediate: VisitorIdentity, member: Member) =>
    intermediate.email === member.email_address && (!intermediate.member || intermediate.member === member)

  /**
   * The proofs that a request carries from earlier steps: those of its intermediate session, or
   * else of the session of the same member.
   */
  const earlierProofs = (request: Bearer, token: string | undefined, member: Member) => {
    const intermediate = token === undefined ? undefined : intermediates.find(token)
    if (intermediate) return isOf(intermediate, member) ? intermediate.proofs : []
    const current = find(request.sessionToken)
    return current?.member === member ? current.session.authentication_factors : []
  }

  /**
   * Adds these proofs to the session of the request if that is the member's, or else begins a
   * session.
   */
  const openSession = (request: Bearer, member: Member, proofs: Proof[], minutes: number | undefined) => {
    const organization = organizations.require(member.organization_id)
    const at = clock.now()
    const now = timestamp(at)
    const current = find(request.sessionToken)
    const entry: LiveMemberSession =
      current?.member === member
        ? live.get(current.token)!
        : {
            token: randomToken(),
            expiresAt: 0,
            session: {
              member_session_id: `member-session-test-${crypto.randomUUID()}`,
              member_id: member.member_id,
              organization_id: organization.organization_id,
              organization_slug: organization.organization_slug,
              authentication_factors: [],
              started_at: now,
              last_accessed_at: now,
              expires_at: now,
              roles: member.roles.map(({ role_id }) => role_id),
              custom_claims: {},
            },
          }
    ends.sweep()
    live.set(entry.token, entry)
    const { session } = entry
    const kinds = new Set(session.authentication_factors.map(kindOf))
    session.authentication_factors.push(...proofs.filter((proof) => !kinds.has(kindOf(proof))).map((proof) => factor(proof, now)))
    noteUse(entry, member, request, minutes ?? (entry.expiresAt === 0 ? DEFAULT_MINUTES : undefined), at)
    ends.add(entry.expiresAt)
    return answer(entry, member, organization)
  }

  /**
   * Signs a member in with a further proof. If the organization requires more, the answer says
   * what, and its intermediate token is the proof of the steps so far.
   */
  const signIn = async (
    request: Bearer,
    member: Member,
    proofs: Proof[],
    { session_duration_minutes, intermediate_session_token: earlier }: NextSession,
  ): Promise<MemberPayload<MemberAuthenticated | MemberPending>> => {
    // The member can have been deleted after the email was sent.
    if (member.status === 'deleted') refuse('member_not_found')
    const organization = organizations.require(member.organization_id)
    const intermediate = earlier === undefined ? undefined : intermediates.find(earlier)
    const fresh = [...(intermediate && isOf(intermediate, member) ? intermediate.proofs : []), ...proofs]
    // only the newest proof of each method
    const all = [
      ...new Map(([...earlierProofs(request, earlier, member), ...proofs] as Proof[]).map((proof) => [kindOf(proof), proof])).values(),
    ]
    if (earlier !== undefined) intermediates.spend(earlier)
    const still = missing(member, organization, all)
    if (still.mfa_required || still.primary_required) {
      const token = randomToken()
      intermediates.put(token, { email: member.email_address, proofs: all, member }, INTERMEDIATE_MINUTES)
      return {
        member_id: member.member_id,
        organization_id: organization.organization_id,
        member,
        organization,
        member_session: null,
        session_token: '',
        session_jwt: '',
        member_authenticated: false,
        intermediate_session_token: token,
        ...still,
      }
    }
    members.activate(member)
    // an administrator can have changed the address since the session began
    if (fresh.some((proof) => proves(proof, member.email_address))) member.email_address_verified = true
    return openSession(
      request,
      member,
      all.map((proof) => asMembers(member, proof)),
      session_duration_minutes,
    )
  }

  /** Returns what the visitor has proved, by the intermediate token or else by the session. */
  const identityOf = (request: Bearer, token: string | undefined): VisitorIdentity => {
    if (token !== undefined) return intermediates.find(token) ?? refuse('intermediate_session_not_found')
    const { member, session } = requireSession(request)
    return { email: member.email_address, proofs: session.authentication_factors as Proof[], member }
  }

  const byId = (id: unknown) => find(typeof id === 'string' ? bySessionId.key(id) : undefined)

  return {
    require: requireSession,
    /** Returns a session by its id, if it is alive. */
    byId,
    /** Returns the member's sessions that are alive, oldest first. */
    of: ({ member_id }: Member) =>
      byMember
        .all(member_id)
        .filter(({ token }) => find(token))
        .map(({ session }) => session),
    /** Returns the session of a token or of a JWT, which may have expired, if it is alive. */
    bearing: async ({ session_token, session_jwt }: { session_token?: string; session_jwt?: string }) =>
      session_token !== undefined ? find(session_token) : byId(session_jwt && (await sessionIdOf(signer, session_jwt))),
    optional: (request: Bearer) => find(request.sessionToken),
    /** Returns who makes a call, and about what: their organization, and what the path names. */
    callOf: (request: Bearer & Pick<ApiRequest, 'params'>): OrganizationCall => {
      const actor = requireSession(request)
      return { actor, organization: actor.organization, params: request.params }
    },
    /** Returns what the owner of an intermediate session has proved. Refuses an invalid token. */
    intermediate: (token: string | undefined) =>
      (token === undefined ? undefined : intermediates.find(token)) ?? refuse('intermediate_session_not_found'),
    spend: (token: string | undefined) => token !== undefined && intermediates.spend(token),

    /**
     * Returns the member whose second factor a request is about: of its intermediate session or its
     * session.
     */
    memberSigningIn: (request: Bearer, { organization_id, member_id, intermediate_session_token: token }: WhoSignsIn) => {
      const member = members.require(organization_id, member_id)
      const intermediate = token === undefined ? undefined : intermediates.find(token)
      const isTheirs = intermediate ? isOf(intermediate, member) : find(request.sessionToken)?.member === member
      return isTheirs ? member : refuse(token === undefined ? 'user_unauthenticated' : 'intermediate_session_not_found')
    },

    signIn,

    /**
     * Begins a session whatever the organization requires of its members: for an administrator who
     * acts as the member, and for tests.
     */
    begin: (request: Bearer, member: Member, proof: Proof, minutes: number) => openSession(request, member, [proof], minutes),

    /**
     * After a visitor has proved an address: returns the organizations that they can enter, and the
     * token for the next step.
     */
    discover: (email: string, proofs: Proof[]): MemberPayload<Discovered> => {
      const token = randomToken()
      intermediates.put(token, { email, proofs }, INTERMEDIATE_MINUTES)
      return { intermediate_session_token: token, email_address: email, discovered_organizations: organizationsOf({ email, proofs }) }
    },
    organizationsOf,
    identityOf,
    proofsFor,
    /**
     * Signs the member of a session in to another organization, where a member has the same
     * address.
     */
    exchange: (request: Bearer, { organization_id }: Organization, lasting: Lasting) => {
      const identity = identityOf(request, undefined)
      const other = members.withEmail(organization_id, identity.email) ?? refuse('member_not_found')
      return signIn(request, other, proofsFor(identity, other), lasting)
    },

    /** Updates the last access of a session, and its end if minutes are given. */
    touch: (request: Bearer, minutes: number | undefined) => {
      const { token, member, organization } = requireSession(request)
      const entry = live.get(token)!
      noteUse(entry, member, request, minutes)
      return answer(entry, member, organization)
    },
    revoke: (token: string) => {
      live.delete(token)
    },
    /** Ends the sessions of a member, but not the one with this token. */
    revokeAll: (member_id: string, except?: string) => {
      for (const { token } of byMember.all(member_id)) if (token !== except) live.delete(token)
    },
  }

  function organizationsOf(identity: VisitorIdentity): DiscoveredOrganization[] {
    const { email } = identity
    return organizations.around(email).flatMap((organization): DiscoveredOrganization[] => {
      const member = members.withEmail(organization.organization_id, email) ?? null
      if (!member && !members.mayJoin(organization, email)) return []
      const proofs = proofsFor(identity, member ?? undefined)
      const still = missing(member ?? ({ mfa_enrolled: false } as Member), organization, proofs)
      return [
        {
          organization,
          membership: membershipOf(email, member),
          member_authenticated: !still.mfa_required && !still.primary_required,
          ...still,
        },
      ]
    })
  }
}

export type MemberSessions = ReturnType<typeof createMemberSessions>

const duration = v.optional(sessionDuration)

/** How a member signs in with the access token that the project has issued to an app. */
export const createAccessTokenExchange =
  ({
    organizations,
    sessions,
    authorizations,
  }: {
    organizations: Organizations
    sessions: MemberSessions
    authorizations: Authorizations
  }) =>
  async ({ access_token, session_duration_minutes }: Lasting & { access_token: string }, bearer: Bearer) => {
    // The token can be a user's.
    const { account: member, proof } = await authorizations.exchange(access_token, organizations.members.byId)
    return sessions.signIn(bearer, member, [proof], { session_duration_minutes })
  }

export type AccessTokenExchange = ReturnType<typeof createAccessTokenExchange>

interface Dependencies {
  organizations: Organizations
  sessions: MemberSessions
  permissions: Permissions
  exchangeAccessToken: AccessTokenExchange
}

/** Serves the calls that read, extend, exchange and end a member's session. */
export const serveMemberSessions = ({ on }: Router, { organizations, sessions, permissions, exchangeAccessToken }: Dependencies) => {
  const { members } = organizations

  on(api.authenticate, v.object({ session_duration_minutes: duration }), ({ session_duration_minutes }, request) =>
    sessions.touch(request, session_duration_minutes),
  )

  on(api.revoke, noBody, (_, request) => {
    sessions.revoke(sessions.require(request).token)
    return {}
  })

  on(withoutBody(api.session.revokeForMember), noBody, (_, request) => {
    const actor = sessions.require(request)
    permissions.check(actor, ['stytch.member', 'revoke-sessions'])
    sessions.revokeAll(members.require(actor.organization.organization_id, request.params.member_id ?? '').member_id)
    return {}
  })

  const exchange = v.object({ organization_id: v.string(), session_duration_minutes: sessionDuration, locale: optionalText })
  on(api.session.exchange, exchange, ({ organization_id, session_duration_minutes }, request) => {
    return sessions.exchange(request, organizations.require(organization_id), { session_duration_minutes })
  })

  const accessTokenExchange = v.object({ access_token: v.string(), session_duration_minutes: sessionDuration })
  on(api.session.exchangeAccessToken, accessTokenExchange, async (body, request) => endsInSession(await exchangeAccessToken(body, request)))

  // No trusted token profile covers members.
  const attestation = v.object({
    profile_id: v.string(),
    token: v.string(),
    organization_id: optionalText,
    session_token: optionalText,
    session_jwt: optionalText,
    session_duration_minutes: duration,
  })
  on(api.session.attest, attestation, () => refuse('trusted_token_profile_not_found'))
}
