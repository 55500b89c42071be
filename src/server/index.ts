import type { MemberSession } from '../api/b2b/entities.ts'
import type { Session } from '../api/entities.ts'
import type { VerifyOptions } from './options.ts'
import type { RequestOrHeaders } from './sessionCandidates.ts'
import type { Refusal } from './refusals.ts'
import { memberSessionOf, userSessionOf } from './sessionOf.ts'
import { verify, type SignedIn, type Vertical } from './verify.ts'

export type { AuthenticateOptions, Fetch, LocalOptions, SessionCookieOptions, VerifyOptions } from './options.ts'
export type { HeadersOfNode, HeadersWithGet, RequestOrHeaders } from './sessionCandidates.ts'
export type { Refusal, RefusalCode } from './refusals.ts'
export type { Renewed, SignedIn } from './verify.ts'
export type { MemberSession } from '../api/b2b/entities.ts'
export type { Session } from '../api/entities.ts'

const users: Vertical<Session> = {
  jwksPath: '/v1/sessions/jwks',
  authenticatePath: '/v1/sessions/authenticate',
  field: 'session',
  ids: ['session_id', 'user_id'],
  sessionOf: userSessionOf,
  subjectOf: ({ user_id }) => user_id,
}

const members: Vertical<MemberSession> = {
  jwksPath: '/v1/b2b/sessions/jwks',
  authenticatePath: '/v1/b2b/sessions/authenticate',
  field: 'member_session',
  ids: ['member_session_id', 'member_id', 'organization_id'],
  sessionOf: memberSessionOf,
  subjectOf: ({ member_id }) => member_id,
}

/**
 * Checks whether the visitor who sent a request is signed in, by the JWT in its cookie or its
 * Authorization header (`Bearer`). Runs on Node, on edge runtimes and in Next.js.
 *
 * ```ts
 * const result = await verifySession(request, { projectId: process.env.STYTCH_PROJECT_ID! })
 * if (!result.ok) return new Response(result.message, { status: result.status })
 * result.session.user_id
 * ```
 *
 * The project's public keys are fetched once and cached for 10 minutes, so a check usually needs no
 * network. A JWT lasts five minutes, and for as long it is good even if the session is revoked;
 * `authenticate` asks the provider (docs/guides/server.md).
 *
 * Resolves with a refusal and its code if nobody is signed in or that cannot be found out. Rejects
 * with a TypeError if an option is wrong, or if `request` is neither a request nor its headers. No
 * message contains a token or the secret.
 */
export const verifySession = (request: RequestOrHeaders, options: VerifyOptions): Promise<SignedIn<Session> | Refusal> =>
  verify(request, options, users)

/**
 * Does the same as `verifySession` for the members of a project of organizations (B2B). The session
 * names the member and the organization.
 */
export const verifyMemberSession = (request: RequestOrHeaders, options: VerifyOptions): Promise<SignedIn<MemberSession> | Refusal> =>
  verify(request, options, members)
