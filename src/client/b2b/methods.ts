import type { B2bCall, B2bRules } from '../../api/b2b/call.ts'
import type { Call } from '../../api/call.ts'
import type { Authenticated } from '../../api/entities.ts'
import type { Core } from '../core.ts'
import { invalid } from '../invalid.ts'
import type { SessionLife } from '../sessionLife.ts'
import type { State } from '../state.ts'

type Method<Given, Result> = [Given] extends [undefined]
  ? () => Promise<Result>
  : undefined extends Given
    ? (given?: Given) => Promise<Result>
    : object extends Given
      ? (given?: Given) => Promise<Result>
      : (given: Given) => Promise<Result>

/** The namespace that a tree of declared calls makes: a method for each call, under the same name. */
export type Methods<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends B2bCall<infer Given, infer Result> ? Method<Given, Result> : Methods<Calls[Name]>
}

/** How long an intermediate session token is kept, in seconds (spec section 9). */
const INTERMEDIATE_LIFE = 600

/** Keeps what an answer says of who is signed in, as of the call that was the `turn`th. */
function keep(core: Core, life: SessionLife, { admits, signsOut }: B2bRules, answer: Record<string, unknown>, turn: number): void {
  const { status, tokens } = core
  const token = answer.intermediate_session_token
  if (signsOut) life.signOut(turn)
  else if (!admits) {
    // a change of the member who is signed in, or of their organization; of others there is nothing to keep
    const now = status.now as Record<string, Record<string, unknown> | undefined>
    const mine = Object.entries({ member: 'member_id', organization: 'organization_id' }).flatMap(([part, id]) => {
      const told = answer[part] as Record<string, unknown> | null | undefined
      return told && now[part] && told[id] === now[part][id] ? [[part, { ...now[part], ...told }]] : []
    })
    if (mine.length) life.update(Object.fromEntries(mine) as State, turn)
  } else if (status.read(answer).session) life.keep(answer as unknown as Authenticated, turn, tokens)
  else if (token && typeof token === 'string') {
    if (life.signOut(turn)) tokens.set('intermediate_session_token', token, INTERMEDIATE_LIFE)
  } else throw invalid()
}

/** The method of one call (wire.md 1.8). */
const method =
  (core: Core, path: string, { method = path, needs, takes, admits, signsOut, adds = [], ...call }: B2bCall<unknown, unknown>) =>
  async (argument: unknown) => {
    const { check, life: live, proofKeys, request } = await core.engine()
    const own = (typeof argument === 'string' ? takes && { [takes]: argument } : argument) as Record<string, string> | undefined
    const given = await check({ method, needs, route: call.route }, own, own)
    const life = await live()
    const turn = life.turn()
    const send = async (added: object) => {
      const body: Record<string, unknown> = { ...given, ...added }
      // a member who is somewhere in the path, rather than at its end, is not in the body
      if (/:member_id\//.test(call.route)) delete body.member_id
      return request(call as Call<object, Record<string, unknown>>, /^[DG]|revoke|reactivate/.test(call.route) ? undefined : body, given)
    }
    const added: Record<string, unknown> = {}
    let answer: Promise<Record<string, unknown>> | undefined
    for (const [field, ...kinds] of adds) {
      const keys = kinds[0] && (await proofKeys())
      if (!keys) added[field] = core.tokens.get(field as 'intermediate_session_token')
      else if (/challenge/.test(field)) added[field] = (await keys.challenge(kinds[0]!)).code_challenge
      else answer = keys.spend(kinds, (code_verifier) => send({ ...added, [field]: code_verifier }))
    }
    const answered = await (answer || send(added))
    keep(core, life, { admits, signsOut }, answered, turn)
    return answered
  }

/** Makes the methods of a tree of calls; `path` is the namespace, for usage errors. */
export const methods = <Calls extends object>(core: Core, path: string, calls: Calls): Methods<Calls> =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [name, (call.route ? method : methods)(core, `${path}.${name}`, call)]),
  ) as Methods<Calls>
