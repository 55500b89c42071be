import type { Call, CallRules, FieldKind } from '../call.ts'
import type { Answer } from '../entities.ts'
import { hostChecks } from '../hostChecks.ts'
import type { Shapes } from '../shape.ts'

/** What a proof key is for in a project of organizations. It is part of its storage key. */
export type B2bProofKind = 'magic_links' | 'passwords' | 'oauth' | 'sso'

/** The rules of a call of a project of organizations, in addition to those of every call. */
export interface B2bRules extends CallRules {
  /** The method takes a string instead of an object; the string is the value of this field. */
  takes?: string
  /** The body carries the intermediate session token if this browser has one. */
  intermediateToken?: true
  /**
   * The body carries the challenge of a proof key if the project asks for proof keys: the name of
   * the field, and what the key is for.
   */
  challenge?: readonly [field: 'pkce_code_challenge' | 'code_challenge', kind: B2bProofKind]
  /**
   * The body carries the verifier of a proof key if this browser has one: the name of the field,
   * and what the key may be for. The second kind is tried only when the provider refuses the first
   * with an error about PKCE.
   */
  verifier?: readonly [field: 'pkce_code_verifier' | 'code_verifier', ...kinds: B2bProofKind[]]
  /** The request has no body. Every GET and DELETE is such a call. */
  noBody?: true
  /**
   * A field that is in the path and is not repeated in the body. The body repeats every other field
   * of the path.
   */
  pathOnly?: string
  /**
   * The answer carries a member's session, or the intermediate session token of a visitor who has
   * yet to choose an organization or to prove a second factor. Any other answer is invalid.
   */
  authenticates?: true
  /**
   * If the call succeeds, this browser is signed out: because no member is left who could be signed
   * in, or, with `self`, if the call was about the member who is.
   */
  signsOut?: true | 'self'
  /**
   * The answer has the whole member or organization as it is now. If that is who is signed in, or
   * theirs, it replaces the one that this browser knows.
   */
  changes?: 'member' | 'organization'
}

/** The fields that the client adds to a body. */
export interface Added {
  intermediate_session_token?: string
  pkce_code_challenge?: string
  code_challenge?: string
  pkce_code_verifier?: string
  code_verifier?: string
}

/**
 * A declared call. `Given` is the argument of its method: an object is the body, and its fields
 * fill the path; a string is the field that `takes` names.
 */
export interface B2bCall<Given, Result> extends B2bRules, Call<Given extends object ? Given & Added : Added | undefined, Result> {
  /** Never set. It only carries the type. */
  readonly input?: (input: Given) => void
}

/** The names of the `:name`s in a path. */
type PathParameter<Path> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | PathParameter<More>
    : Rest
  : never

/** The fields that fill a path; `Otherwise` if nothing in it has to be filled. */
type Filling<Path, Otherwise> = [PathParameter<Path>] extends [never] ? Otherwise : Record<PathParameter<Path>, string>

/** The kind of a value, as usage checks name it. */
type KindOf<Value> = Value extends string
  ? 'string'
  : Value extends number
    ? 'number'
    : Value extends boolean
      ? 'boolean'
      : Value extends readonly unknown[]
        ? 'array'
        : 'object'

/**
 * The one check that agrees with a field's type: its kind, with a `?` if the field may be absent.
 */
type Check<Value> = undefined extends Value ? `${KindOf<NonNullable<Value>> & FieldKind}?` : KindOf<Value>

/**
 * Some fields of a method's argument, each with its check, or with its check and the name that
 * messages use for the field.
 */
export type FieldChecks<Given> = Given extends object
  ? { readonly [Name in keyof Given]?: Check<Given[Name]> | readonly [check: Check<Given[Name]>, label: string] }
  : never

/**
 * The rules of one call, with every field's name checked against the argument of the method and the
 * answer.
 */
interface Rules<Given, Result> extends Omit<B2bRules, 'needs' | 'gives' | 'takes' | 'pathOnly' | 'changes'> {
  /**
   * The fields that are checked before the call is sent, in this order, after those that fill the
   * path.
   */
  needs?: FieldChecks<Given>
  gives?: Shapes<Result>
  pathOnly?: keyof Given
  changes?: B2bRules['changes'] & keyof Result
}

/** Declares the call of a path by the types of its argument and its answer, and by its rules. */
interface Declare<Path extends string> {
  <Given extends Filling<Path, object>, Result = Answer>(
    rules: Rules<Given, Result> & { takes: keyof Given },
  ): B2bCall<Partial<Given> extends Given ? string | undefined : string, Result>
  <Given extends Filling<Path, object | undefined> = Filling<Path, undefined>, Result = Answer>(
    rules?: Rules<Given, Result>,
  ): B2bCall<Given, Result>
}

const declare =
  (start: string, common?: B2bRules) =>
  <Path extends string>(path: Path) =>
    ((rules?: B2bRules): B2bRules & { route: string } => ({
      route: start + path,
      ...common,
      ...rules,
      needs: hostChecks
        ? { ...Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'string'])), ...rules?.needs }
        : undefined,
    })) as Declare<Path>

// A row of a namespace declares one call:
//
//     put('scim/:connection_id')<ScimUpdate, Connected<ScimConnection>>({ needs: … })
//
// That is the path below `/sdk/v1/b2b/`, the argument of the method, the answer ({@link Answer}
// unless the row says more), and the rules. A misspelled field does not compile, and neither does a
// path with a `:name` that is not a field. The fields that are checked, their order and their names
// are those of the provider's SDK; test/wire/b2bUsage.json lists them.

export const get = declare('GET /b2b/', { noBody: true })
export const put = declare('PUT /b2b/')
export const remove = declare('DELETE /b2b/', { noBody: true })
export const post = declare('POST /b2b/')
/** A POST that carries fraud-protection tokens if the project asks for them. */
export const guardedPost = declare('POST /b2b/', { guard: 'retry' })
/** A POST that {@link B2bRules.authenticates}. */
export const signIn = declare('POST /b2b/', { authenticates: true })
/** A POST that does both. */
export const guardedSignIn = declare('POST /b2b/', { guard: 'retry', authenticates: true })
/** A POST of the project as an identity provider, below `/sdk/v1/idp/b2b/`. */
export const idpPost = declare('POST /idp/b2b/')
