import * as v from 'valibot'
import * as api from '../../api/b2b/sessions.ts'
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
} from '../../api/b2b/entities.ts'
import type { Answer } from '../../api/entities.ts'
import { timestamp, type Clock } from '../clock.ts'
import { createExpiring, randomToken } from '../expiring.ts'
import { nothing, sessionDuration } from '../fields.ts'
import { refuse } from '../refusal.ts'
import type { ApiRequest } from '../router.ts'
import type { Proof } from '../sessions.ts'
import type { Signer } from '../signer.ts'
import { bare } from './bodies.ts'
import type { B2b } from './index.ts'
import { asMembers } from './oauthRegistrations.ts'
import { domainOf, type Organization, type Organizations } from './organizations.ts'

interface LiveSession {
  session: MemberSession
  token: string
  /** Milliseconds, by the emulator's clock. */
  expiresAt: number
}

/** What somebody has proved: who they are, and, once they have chosen an organization, as which member. */
interface Bearer {
  email: string
  proofs: Proof[]
  member?: Member
}

const MINUTE = 60_000

/** Spec section 9. */
const INTERMEDIATE_MINUTES = 10

/** For a session that comes of a call which need not say how long. */
const DEFAULT_MINUTES = 60
const JWT_MINUTES = 5

/** The second factors, by the type and the delivery of a proof. */
const isSecond = ({ type, delivery_method }: Proof) => delivery_method === 'sms' || type === 'totp' || type === 'recovery_codes'

/** What an organization's policy calls a second factor; a recovery code stands in for the app. */
const secondMethodOf = ({ delivery_method }: Proof) => (delivery_method === 'sms' ? 'sms_otp' : 'totp')

/** The proofs of an address, which is the same person's in every organization: all that the provider takes along from one to another. */
const isOfAddress = ({ type, delivery_method }: Proof) =>
  type === 'magic_link' || type === 'oauth' || (type === 'otp' && delivery_method === 'email')

/**
 * What of somebody's proofs counts for another member than the one they have been: no second factor, password or connection of that organization's, nor anything
 * while their address there is one that nobody has proved.
 */
const proofsFor = ({ proofs, member }: Bearer, other: Member | undefined) =>
  member && member !== other ? proofs.filter((proof) => member.email_address_verified && isOfAddress(proof)) : proofs

/** Whether a proof shows that somebody has this address; who signs in at another provider was found by theirs. */
const proves = ({ type, email_factor }: Proof, email: string) =>
  email_factor ? (email_factor as { email_address: string }).email_address === email : type === 'oauth' || type === 'sso'

/** What an organization's policy calls the way of a proof. */
const methodOf = ({ type, delivery_method }: Proof) => {
  if (type === 'otp') return `${delivery_method}_otp`
  // `oauth_google` is `google_oauth` there
  return type === 'oauth' ? delivery_method.replace(/^oauth_(.*)/, '$1_oauth') : type
}

const wayOf = ({ type, delivery_method }: Pick<Proof, 'type' | 'delivery_method'>) => `${type} ${delivery_method}`

type Answered<Result> = Omit<Result, keyof Answer>

/** What somebody with this address is in an organization. */
const membershipOf = (email: string, member: Member | null): Membership => {
  if (!member) return { type: 'eligible_to_join_by_email_domain', details: { domain: domainOf(email) }, member }
  const { status } = member
  const type = status === 'active' ? 'active_member' : status === 'invited' ? 'invited_member' : 'pending_member'
  return { type, details: null, member }
}

/**
 * What a call answers that ends in a session. The provider's types say so of second factors and of a password set in a session; a member whose
 * organization still misses something is told so here too, as by the calls that say it of themselves.
 */
export const endsInSession = (answer: Answered<MemberAuthenticated | MemberPending>) => answer as Answered<MemberSignedIn>

/** The members' sessions, and the intermediate ones. */
export const createMemberSessions = (clock: Clock, organizations: Organizations, signer: Signer) => {
  const live = new Map<string, LiveSession>()
  const intermediates = createExpiring<Bearer>(clock)
  const { members } = organizations

  const find = (token: string | undefined) => {
    const found = token === undefined ? undefined : live.get(token)
    const member = found && found.expiresAt > clock.now() ? members.byId(found.session.member_id) : undefined
    const organization = member && organizations.byId(member.organization_id)
    return found && member && organization && member.status !== 'deleted' ? { ...found, member, organization } : undefined
  }

  const required = (request: ApiRequest) =>
    find(request.sessionToken) ?? refuse(request.sessionToken === undefined ? 'user_unauthenticated' : 'session_not_found')

  const answer = async (
    { session, token }: LiveSession,
    member: Member,
    organization: Organization,
  ): Promise<Answered<MemberAuthenticated>> => {
    const { member_session_id, custom_claims, ...claims } = session
    return {
      member_id: member.member_id,
      organization_id: organization.organization_id,
      member,
      organization,
      member_session: session,
      session_token: token,
      session_jwt: await signer.sign(
        { 'https://stytch.com/session': { id: member_session_id, ...claims }, ...custom_claims },
        { subject: member.member_id, minutes: JWT_MINUTES },
      ),
      member_authenticated: true,
      intermediate_session_token: '',
      mfa_required: null,
      primary_required: null,
    }
  }

  const mfaOf = (member: Member, { mfa_policy }: Organization) =>
    member.mfa_enrolled || mfa_policy === 'REQUIRED_FOR_ALL'
      ? {
          member_options: { mfa_phone_number: member.mfa_phone_number, totp_registration_id: member.totp_registration_id },
          secondary_auth_initiated: null,
        }
      : null

  /** What the organization still misses in these proofs. */
  const missing = (member: Member, organization: Organization, proofs: Proof[]) => {
    const { auth_methods, allowed_auth_methods, mfa_methods, allowed_mfa_methods } = organization
    const primary = proofs.some(
      (proof) => !isSecond(proof) && (auth_methods !== 'RESTRICTED' || allowed_auth_methods.some((method) => method === methodOf(proof))),
    )
    const second = proofs.some(
      (proof) => isSecond(proof) && (mfa_methods !== 'RESTRICTED' || allowed_mfa_methods.includes(secondMethodOf(proof))),
    )
    return {
      mfa_required: second ? null : mfaOf(member, organization),
      primary_required: primary ? null : { allowed_auth_methods },
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

  const extend = (entry: LiveSession, minutes: number) => {
    entry.expiresAt = clock.now() + minutes * MINUTE
    entry.session.expires_at = timestamp(entry.expiresAt)
  }

  /** Whether an intermediate token is of this member: one that is bound to a member is of no other, though they share the address. */
  const isOf = (kept: Bearer, member: Member) => kept.email === member.email_address && (!kept.member || kept.member === member)

  /** The proofs that a request brings of before: of the intermediate token, else of the session of the same member. */
  const before = (request: ApiRequest, token: string | undefined, member: Member) => {
    const kept = token === undefined ? undefined : intermediates.find(token)
    if (kept) return isOf(kept, member) ? kept.proofs : []
    const current = find(request.sessionToken)
    return current?.member === member ? current.session.authentication_factors : []
  }

  /** A session with these proofs: the one that the request carries if it is the member's, else a new one. */
  const open = (request: ApiRequest, member: Member, organization: Organization, proofs: Proof[], minutes: number | undefined) => {
    const now = timestamp(clock.now())
    const current = find(request.sessionToken)
    const entry: LiveSession =
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
    live.set(entry.token, entry)
    const { session } = entry
    const known = new Set(session.authentication_factors.map(wayOf))
    session.authentication_factors.push(...proofs.filter((proof) => !known.has(wayOf(proof))).map((proof) => factor(proof, now)))
    session.last_accessed_at = now
    if (minutes !== undefined || entry.expiresAt === 0) extend(entry, minutes ?? DEFAULT_MINUTES)
    return answer(entry, member, organization)
  }

  return {
    required,
    /** The same, of an administrator. */
    administrator: (request: ApiRequest) => {
      const current = required(request)
      return current.member.is_admin ? current : refuse('unauthorized_action')
    },
    optional: (request: ApiRequest) => find(request.sessionToken),
    /** Who an intermediate token is of; refuses one that is void. */
    intermediate: (token: string | undefined) =>
      (token === undefined ? undefined : intermediates.find(token)) ?? refuse('intermediate_session_not_found'),
    spend: (token: string | undefined) => token !== undefined && intermediates.spend(token),

    /** The member that a request about a second factor means: of its intermediate token or its session. */
    underway: (request: ApiRequest, token: string | undefined, organization_id: string, member_id: string) => {
      const member = members.required(organization_id, member_id)
      const kept = token === undefined ? undefined : intermediates.find(token)
      const known = kept ? isOf(kept, member) : find(request.sessionToken)?.member === member
      return known ? member : refuse(token === undefined ? 'user_unauthenticated' : 'intermediate_session_not_found')
    },

    /**
     * Signs a member in with a further proof, or says what is still missing; then the intermediate token stands for what is there. `spent` is the
     * intermediate token that the request brought, which is void afterwards.
     */
    admit: async (
      request: ApiRequest,
      member: Member,
      proofs: Proof[],
      minutes: number | undefined,
      spent?: string,
    ): Promise<Answered<MemberAuthenticated | MemberPending>> => {
      // Somebody may have been deleted while their mail was under way.
      if (member.status === 'deleted') refuse('member_not_found')
      const organization = organizations.required(member.organization_id)
      const kept = spent === undefined ? undefined : intermediates.find(spent)
      const fresh = [...(kept && isOf(kept, member) ? kept.proofs : []), ...proofs]
      // each way once, the newest
      const all = [...new Map(([...before(request, spent, member), ...proofs] as Proof[]).map((proof) => [wayOf(proof), proof])).values()]
      if (spent !== undefined) intermediates.spend(spent)
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
      // an administrator may have changed the address since the session began
      if (fresh.some((proof) => proves(proof, member.email_address))) member.email_address_verified = true
      return open(
        request,
        member,
        organization,
        all.map((proof) => asMembers(member, proof)),
        minutes,
      )
    },

    /** Makes an administrator of the project the member, whatever the organization asks of members themselves. */
    impersonate: (request: ApiRequest, member: Member, proof: Proof, minutes: number) =>
      open(request, member, organizations.required(member.organization_id), [proof], minutes),

    /** Somebody has proved an address: which organizations it leads to, and the token to go on with. */
    discover: (email: string, proofs: Proof[]): Answered<Discovered> => {
      const token = randomToken()
      intermediates.put(token, { email, proofs }, INTERMEDIATE_MINUTES)
      return { intermediate_session_token: token, email_address: email, discovered_organizations: discovered({ email, proofs }) }
    },
    discovered,
    /** Who asks, by the intermediate token, else by the session. */
    bearer: (request: ApiRequest, token: string | undefined): Bearer => {
      if (token !== undefined) return intermediates.find(token) ?? refuse('intermediate_session_not_found')
      const { member, session } = required(request)
      return { email: member.email_address, proofs: session.authentication_factors as Proof[], member }
    },
    proofsFor,

    /** A sign of life of a session, which gets a new end if minutes are given. */
    touch: (request: ApiRequest, minutes: number | undefined) => {
      const { token, member, organization } = required(request)
      const entry = live.get(token)!
      entry.session.last_accessed_at = timestamp(clock.now())
      if (minutes !== undefined) extend(entry, minutes)
      return answer(entry, member, organization)
    },
    revoke: (token: string) => {
      live.delete(token)
    },
    revokeAll: (member_id: string) => {
      for (const [token, { session }] of [...live]) if (session.member_id === member_id) live.delete(token)
    },
  }

  function discovered(bearer: Bearer): DiscoveredOrganization[] {
    const { email } = bearer
    return organizations.all().flatMap((organization): DiscoveredOrganization[] => {
      const member = members.withEmail(organization.organization_id, email) ?? null
      if (!member && !members.mayJoin(organization, email)) return []
      const proofs = proofsFor(bearer, member ?? undefined)
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
const text = v.optional(v.string())

export const serveMemberSessions = ({ on, organizations, sessions }: B2b) => {
  const { members } = organizations

  on(api.authenticate, v.object({ session_duration_minutes: duration }), ({ session_duration_minutes }, request) =>
    sessions.touch(request, session_duration_minutes),
  )

  on(api.revoke, nothing, (_, request) => {
    sessions.revoke(sessions.required(request).token)
    return {}
  })

  on(bare(api.session.revokeForMember), nothing, (_, request) => {
    const { organization } = sessions.administrator(request)
    sessions.revokeAll(members.required(organization.organization_id, request.params.member_id ?? '').member_id)
    return {}
  })

  const exchange = v.object({ organization_id: v.string(), session_duration_minutes: sessionDuration, locale: text })
  on(api.session.exchange, exchange, ({ organization_id, session_duration_minutes }, request) => {
    const bearer = sessions.bearer(request, undefined)
    const other = members.withEmail(organizations.required(organization_id).organization_id, bearer.email) ?? refuse('member_not_found')
    return sessions.admit(request, other, sessions.proofsFor(bearer, other), session_duration_minutes)
  })

  // No app has an access token of a member's, and no profile vouches for members.
  on(api.session.exchangeAccessToken, v.object({ access_token: v.string(), session_duration_minutes: sessionDuration }), () =>
    refuse('invalid_access_token'),
  )
  const attestation = v.object({
    profile_id: v.string(),
    token: v.string(),
    organization_id: text,
    session_token: text,
    session_jwt: text,
    session_duration_minutes: duration,
  })
  on(api.session.attest, attestation, () => refuse('trusted_token_profile_not_found'))
}
