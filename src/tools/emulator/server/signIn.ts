import * as v from 'valibot'
import type { User } from '../../../api/entities.ts'
import { attributes, type Attributes } from '../sessions/attributes.ts'
import { customClaims, withClaims } from '../sessions/customClaims.ts'
import { sessionDuration } from '../requests/fields.ts'
import { refuse } from '../requests/refusal.ts'
import type { ServerRequest } from '../requests/router.ts'
import type { Proof } from '../sessions/sessions.ts'
import { sessionNames, findSession, type SessionNames } from './sessionNames.ts'
import type { UserView } from './userView.ts'
import type { BaseParts } from '../baseParts.ts'

/**
 * The fields of every call that signs a user in. `telemetry_id` would be looked up by the
 * provider's fraud protection.
 */
export const signInFields = {
  ...sessionNames,
  session_duration_minutes: v.optional(sessionDuration),
  session_custom_claims: customClaims,
  attributes,
  telemetry_id: v.optional(v.string()),
}

interface SignInBody extends SessionNames {
  session_duration_minutes?: number
  session_custom_claims?: Record<string, unknown>
  attributes?: Attributes
}

/** What a call has found out: who it is, how they proved it, and further fields of the answer. */
interface SignInProof {
  user: User
  proof: Proof
  answer?: object
}

/** Finds the sessions that servers name, and signs users in for them. */
export const createServerSignIn = ({ users, sessions, userView }: BaseParts & { userView: UserView }) => {
  /**
   * Returns the session that a server names, or undefined if it names none. Refuses one that is not
   * alive.
   */
  const optional = (names: SessionNames) => findSession(sessions, names)

  /** The same, but refuses a server that names none. */
  const requireSession = async (names: SessionNames) => (await optional(names)) ?? refuse('no_session_arguments')

  return {
    optional,
    require: requireSession,
    /**
     * Returns the user to whom a server adds an address or a number, by the user's id or by a
     * session; undefined if it names none.
     */
    owner: async ({ user_id, ...names }: SessionNames & { user_id?: string }) => {
      if (user_id === undefined) return (await optional(names))?.user
      if (names.session_token !== undefined || names.session_jwt !== undefined) refuse('too_many_user_selection_arguments')
      return users.require(user_id)
    },
    /**
     * Answers a call that signs a user in. `prove` runs once the session that the call names was
     * found and its claims were checked, so that wrong ones spend no code. A session begins only if
     * the call says how long it lasts; the proof is added to a session that the call names, and
     * `prove` gets the token of that one.
     */
    signIn: async (
      body: SignInBody,
      { headers }: ServerRequest,
      prove: (keep: string | undefined) => SignInProof | Promise<SignInProof>,
    ) => {
      const current = await optional(body)
      withClaims(current?.session.custom_claims ?? {}, body.session_custom_claims)
      const { user, proof, answer } = await prove(current?.token)
      users.requireById(user.user_id)
      if (body.session_duration_minutes === undefined && current?.user !== user) {
        return { user_id: user.user_id, user: userView(user), session_token: '', session_jwt: '', ...answer }
      }
      const { __user, ...result } = await sessions.signIn(
        { headers, sessionToken: current?.token, attributes: body.attributes },
        user,
        proof,
        body.session_duration_minutes,
        body.session_custom_claims,
      )
      return { ...result, user: userView(user), ...answer }
    },
  }
}

export type ServerSignIn = ReturnType<typeof createServerSignIn>
