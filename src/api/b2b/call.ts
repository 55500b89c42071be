import { call, type Call, type CallRules, type Field, type FieldKind } from '../call.ts'
import type { Answer } from '../entities.ts'
import { hostChecks } from '../hostChecks.ts'
import type { AnyShapes, Shapes } from '../shape.ts'

/** What a proof key is for in a project of organizations; also its storage key. */
export type B2bProofKind = 'magic_links' | 'passwords' | 'oauth' | 'sso'

/** What a call of a project of organizations has beside the rules of every call. */
export interface B2bRules extends CallRules {
  /**
   * Fields of the body that the client adds where it has something for them: the intermediate session token, or the challenge or verifier of a proof key, with
   * what the key may be for. Of verifiers the next is tried only on an error that speaks of PKCE (row 25).
   */
  adds?: (readonly [field: string, ...kinds: B2bProofKind[]])[]
  /** The answer carries the session of a member, or the intermediate token of somebody who has yet to choose an organization or to prove a second factor. */
  admits?: boolean
  /** The field that a string stands for, where the method takes one. */
  takes?: string
  /** The answer says that there is nobody left to be signed in: this browser is signed out. */
  signsOut?: true
}

/** What the client itself may add to a body. */
export interface Added {
  intermediate_session_token?: string
  pkce_code_challenge?: string
  code_challenge?: string
  pkce_code_verifier?: string
  code_verifier?: string
}

/**
 * A call of `/b2b`: `Given` is what its method takes. An object is the body, and its fields fill the route; a string is the one field that the route, or else
 * the body, has.
 */
export interface B2bCall<Given, Result> extends B2bRules, Call<Given extends object ? Given & Added : Added | undefined, Result> {
  /** Never set: it only carries the type. */
  readonly given?: (given: Given) => void
}

/** Of which kind a field is, by its name; any other is a string. */
const kinds: readonly (readonly [RegExp, FieldKind])[] = [
  [/_minutes$|^limit$/, 'number'],
  [/_enrolled$|^set_default/, 'boolean'],
  [/_metadata$/, 'object'],
  [/^roles$|_domains$|^allowed_/, 'array'],
]

/** Reads one checked field of a declaration: its name, `?` where it may be absent, and `=` with what a message calls it where that is another name. */
const field = (text: string): [name: string, Field] => {
  const [, name = '', optional, label = name] = /(\w+)(\??)(?:=(\w+))?/.exec(text)!
  const kind = kinds.find(([names]) => names.test(name))?.[1] || 'string'
  return [name, [optional ? `${kind}?` : kind, label]]
}

const declare =
  (verb: string, guard?: 'retry', admits?: boolean) =>
  <Given = undefined, Result = Answer>(path: string, fields = ''): B2bCall<Given, Result> => {
    const checked = () => [...(path.match(/(?<=:)\w+/g) || []), ...(fields.match(/(?<!\S)[\w$]\S*/g) || [])]
    return {
      ...call(`${verb} /b2b/${path}`, { needs: hostChecks ? Object.fromEntries(checked().map(field)) : undefined, guard }),
      adds: (fields.match(/(?<=\+)\S+/g) || []).map((added) => added.split(':') as unknown as [string]),
      takes: /(?:[/=]:|\$)(\w+)/.exec(`${path} ${fields}`)?.[1],
      admits,
    }
  }

/** The same call, with what our own code reads of its answer. */
export const gives = <Given, Result>(call: B2bCall<Given, Result>, shape: Shapes<Result>): B2bCall<Given, Result> => ({
  ...call,
  gives: shape as AnyShapes,
})

// Declare a call by its path below `/sdk/v1/b2b/` and, in one text, the fields that are checked before anything is sent, in that order, and those that the client
// adds: `+field`, or `+field:kind` for a proof key. A checked field is `name`, `name?` where it may be absent, `name=label` where a message calls it otherwise, `$name` where a
// string stands for it.
// What fills the path is checked first. Which fields are checked, in which order and under which names is what the provider's client does
// (test/wire/b2bUsage.json).

export const get = declare('GET')
export const put = declare('PUT')
export const remove = declare('DELETE')
export const post = declare('POST')
/** A POST that carries fraud-protection tokens (wire.md 2.3). */
export const guarded = declare('POST', 'retry')
/** A POST that {@link B2bRules.admits}. */
export const admits = declare('POST', undefined, true)
/** Both. */
export const signsIn = declare('POST', 'retry', true)
