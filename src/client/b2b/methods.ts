import type { B2bCall, B2bRules } from '../../api/b2b/call.ts'
import type { Call } from '../../api/call.ts'
import { invalidAnswer } from '../calls/unreachable.ts'
import type { SessionLife } from '../session/SessionLife.ts'
import type { SessionTokens } from '../session/tokenJar.ts'
import type { MemberCore, MemberState } from './memberState.ts'

/**
 * The method of a call: it takes what the call is given, which is optional if nothing in it is
 * required.
 */
type Method<Given, Result> = [Given] extends [undefined]
  ? () => Promise<Result>
  : undefined extends Given
    ? (input?: Given) => Promise<Result>
    : object extends Given
      ? (input?: Given) => Promise<Result>
      : (input: Given) => Promise<Result>

/** The namespace for a tree of declared calls: each call becomes a method of the same name. */
export type Methods<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends B2bCall<infer Given, infer Result> ? Method<Given, Result> : Methods<Calls[Name]>
}

/** How long this browser keeps an intermediate session token, in seconds. */
const INTERMEDIATE_LIFE = 600

/**
 * Applies an answer to the session: a log-in, a sign-out, or a change to the signed-in member or
 * organization. `turn` is the turn of its call.
 */
function keep(
  core: MemberCore,
  life: SessionLife<MemberState>,
  { authenticates, changes, signsOut }: B2bRules,
  input: { member_id?: unknown } | undefined,
  answer: Record<string, unknown>,
  turn: number,
): void {
  const { status, tokens } = core
  const token = answer.intermediate_session_token
  if (signsOut) {
    if (signsOut !== 'self' || input?.member_id === status.now.member?.member_id) life.signOut(turn)
  } else if (!authenticates) {
    const id = (of?: unknown) => (of as Record<string, unknown> | null | undefined)?.[`${changes}_id`]
    const entity = changes && answer[changes]
    // another member, whom an administrator has changed, is not kept
    if (id(entity) && id(entity) === id(status.now[changes!])) life.update({ [changes!]: entity }, turn)
  } else if (status.read(answer).session) life.keep(answer as Partial<SessionTokens>, turn, tokens)
  else if (token && typeof token === 'string') {
    if (life.signOut(turn)) tokens.set('intermediate_session_token', token, INTERMEDIATE_LIFE)
  } else throw invalidAnswer()
}

/** Creates the method for a declared call. */
const method = (core: MemberCore, path: string, call: B2bCall<unknown, unknown>) => async (argument: unknown) => {
  const { method = path, needs, route, takes, intermediateToken, challenge, verifier, noBody, pathOnly } = call
  const { request } = await core.engine()
  const fields = (typeof argument === 'string' ? takes && { [takes]: argument } : argument) as Record<string, string> | undefined
  const input = await core.check({ method, needs, route }, fields, fields)
  const life = await core.life()
  const turn = life.turn()
  const body: Record<string, unknown> = { ...input }
  if (pathOnly) delete body[pathOnly]
  if (intermediateToken) body.intermediate_session_token = core.tokens.get('intermediate_session_token')
  if (challenge) body[challenge[0]] = (await (await core.proofKeys()).challenge(challenge[1])).code_challenge
  // what the method is given has been checked, and the body can have other fields
  const unchecked = { ...call, needs: {} } as Call<object, Record<string, unknown>>
  const send = (more?: object) => request(unchecked, noBody ? undefined : { ...body, ...more }, input)
  const [field, ...kinds] = verifier || []
  const answer = await (field ? (await core.proofKeys()).spend(kinds, (code_verifier) => send({ [field]: code_verifier })) : send())
  keep(core, life, call, fields, answer, turn)
  return answer
}

/** Creates the namespace for a tree of declared calls. `path` is its name in usage errors. */
export const methods = <Calls extends object>(core: MemberCore, path: string, calls: Calls): Methods<Calls> =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [name, (call.route ? method : methods)(core, `${path}.${name}`, call)]),
  ) as Methods<Calls>
