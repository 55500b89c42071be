import * as v from 'valibot'
import type { Discovered, Member, MemberAuthenticated, MemberPending, MemberSession, MemberSignedIn } from '../../../api/b2b/entities.ts'
import { refuse } from '../requests/refusal.ts'
import type { ApiRequest } from '../requests/router.ts'
import type { CustomClaims } from '../sessions/customClaims.ts'
import { createLiveSessions, type LiveSession, type SessionParts, type Use } from '../sessions/liveSessions.ts'
import type { Proof } from '../sessions/sessions.ts'
import { timestamp } from '../state/clock.ts'
import { randomToken } from '../state/expiring.ts'
import { createIntermediateSessions, isOf } from './intermediateSessions.ts'
import { organizationsOf } from './memberships.ts'
import { asMembers } from './oauthRegistrations.ts'
import type { Organization, Organizations } from './organizations.ts'
import type { OrganizationCall } from './permissions.ts'
import { kindOf, missing, proofsFor, proves, type VisitorIdentity } from './proofs.ts'
import { authenticated, pending, type MemberPayload } from './sessionAnswers.ts'
import { addProofs, newSession, rolesOf } from './sessionFields.ts'

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

/**
 * Casts the answer of a call that ends in a session. The provider's types promise a session after a
 * second factor, and after a password that was set in a session. But if the organization requires
 * more of the member, these calls say so here too, like those whose types allow for it.
 */
export const endsInSession = (answer: MemberPayload<MemberAuthenticated | MemberPending>) => answer as MemberPayload<MemberSignedIn>

export const createMemberSessions = (parts: SessionParts & { organizations: Organizations }) => {
  const { clock, organizations, signer } = parts
  const { members } = organizations
  const intermediates = createIntermediateSessions(clock)
  const live = createLiveSessions(parts, {
    map: 'member_sessions',
    idOf: ({ member_session_id }: MemberSession) => member_session_id,
    ownerIdOf: ({ member_id }) => member_id,
    ownerOf: ({ member_id }) => {
      const member = members.byId(member_id)
      const organization = member && organizations.byId(member.organization_id)
      return member && organization && member.status !== 'deleted' ? { member, organization } : undefined
    },
  })

  /** Notes the use of a session by a call that may extend it. */
  const use = (entry: LiveSession<MemberSession>, member: Member, how: Use) => {
    live.use(entry, how)
    // an administrator can have changed them
    entry.session.roles = rolesOf(member)
  }

  /**
   * The proofs that a request carries from earlier steps: those of its intermediate session, or
   * else of the session of the same member.
   */
  const earlierProofs = (request: Bearer, intermediate: VisitorIdentity | undefined, member: Member) => {
    if (intermediate) return isOf(intermediate, member) ? intermediate.proofs : []
    const current = live.optional(request)
    return current?.member === member ? (current.session.authentication_factors as Proof[]) : []
  }

  /**
   * Adds these proofs to the session of the request if that is the member's, or else begins a
   * session.
   */
  const open = (request: Bearer, member: Member, proofs: Proof[], minutes: number | undefined) => {
    const organization = organizations.require(member.organization_id)
    const at = clock.now()
    const now = timestamp(at)
    const current = live.optional(request)
    const entry =
      current?.member === member ? current : { token: randomToken(), expiresAt: 0, session: newSession(member, organization, now) }
    use(entry, member, { minutes, claims: request.claims, at })
    addProofs(entry.session, proofs, now)
    return authenticated({ ...entry, member, organization }, signer)
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
    const intermediate = intermediates.find(earlier)
    const fresh = [...(intermediate && isOf(intermediate, member) ? intermediate.proofs : []), ...proofs]
    // only the newest proof of each method
    const all = [...new Map([...earlierProofs(request, intermediate, member), ...proofs].map((proof) => [kindOf(proof), proof])).values()]
    intermediates.spend(earlier)
    const still = missing(member, organization, all)
    if (still.mfa_required || still.primary_required) {
      const token = intermediates.begin({ email: member.email_address, proofs: all, member })
      return pending({ member, organization, token }, still)
    }
    members.activate(member)
    // an administrator can have changed the address since the session began
    if (fresh.some((proof) => proves(proof, member.email_address))) member.email_address_verified = true
    const factors = all.map((proof) => asMembers(member, proof))
    return open(request, member, factors, session_duration_minutes)
  }

  /** Returns what the visitor has proved, by the intermediate token or else by the session. */
  const identityOf = (request: Bearer, token: string | undefined): VisitorIdentity => {
    if (token !== undefined) return intermediates.require(token)
    const { member, session } = live.require(request)
    return { email: member.email_address, proofs: session.authentication_factors as Proof[], member }
  }

  return {
    ...live,
    /** Returns who makes a call, and about what: their organization, and what the path names. */
    callOf: (request: Bearer & Pick<ApiRequest, 'params'>): OrganizationCall => {
      const actor = live.require(request)
      return { actor, organization: actor.organization, params: request.params }
    },
    /** Returns what the owner of an intermediate session has proved. Refuses an invalid token. */
    intermediate: intermediates.require,
    spend: intermediates.spend,

    /**
     * Returns the member whose second factor a request is about: of its intermediate session or its
     * session.
     */
    memberSigningIn: (request: Bearer, { organization_id, member_id, intermediate_session_token: token }: WhoSignsIn) => {
      const member = members.require(organization_id, member_id)
      const intermediate = intermediates.find(token)
      const isTheirs = intermediate ? isOf(intermediate, member) : live.optional(request)?.member === member
      return isTheirs ? member : refuse(token === undefined ? 'user_unauthenticated' : 'intermediate_session_not_found')
    },

    signIn,

    /**
     * Begins a session whatever the organization requires of its members: for an administrator who
     * acts as the member, and for tests.
     */
    begin: (request: Bearer, member: Member, proof: Proof, minutes: number) => open(request, member, [proof], minutes),

    /**
     * After a visitor has proved an address: returns the organizations that they can enter, and the
     * token for the next step.
     */
    discover: (email: string, proofs: Proof[]): MemberPayload<Discovered> => {
      const identity = { email, proofs }
      return {
        intermediate_session_token: intermediates.begin(identity),
        email_address: email,
        discovered_organizations: organizationsOf(identity, organizations),
      }
    },
    identityOf,
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
      const current = live.require(request)
      use(current, current.member, { minutes, claims: request.claims })
      return authenticated(current, signer)
    },
  }
}

export type MemberSessions = ReturnType<typeof createMemberSessions>
