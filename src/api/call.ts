import type { AnyShapes, ScalarKind, Shapes } from './shape.ts'

/** The kind of a field in a body, as usage errors name it. An `array` contains strings. */
export type FieldKind = ScalarKind | 'object' | 'array'

/**
 * A field of a body: its kind, with a trailing `?` if it is optional. Add a name if usage errors
 * call the field something other than its name on the wire, as the provider's SDK does
 * (docs/internals/protocol.md#usage-checks).
 */
export type Field = FieldKind | `${FieldKind}?` | readonly [FieldKind | `${FieldKind}?`, string]

/** What the client does with a call besides sending it. */
export interface CallRules {
  /**
   * The method that the host calls, for usage errors: `otps.authenticate`. Without it, arguments
   * are not checked.
   */
  method?: string
  /**
   * The fields that the body must have. The client checks them before it sends the call, and the
   * emulator when it receives it.
   */
  needs?: Record<string, Field>
  /**
   * The fields of the answer that our own code reads. The call rejects with `invalid_response` if
   * the answer has another shape.
   */
  gives?: AnyShapes
  /** The answer contains a session and its user, which become those of this browser. */
  signsIn?: true
  /**
   * The session is there already. A call that signs in without this can be answered by a demand for
   * a second factor (secondFactor.ts).
   */
  confirms?: true
  /**
   * The host gets the whole answer, including `__user`, as from the provider's SDK
   * (docs/internals/protocol.md#success).
   */
  whole?: true
  /**
   * The call carries fraud-protection tokens if the project requires them
   * (docs/internals/protocol.md#fraud-protection). `retry`: it is sent once more after
   * `Captcha required`. `once`: it is not. `captcha`: it carries only the captcha token.
   */
  guard?: 'retry' | 'once' | 'captcha'
}

/**
 * A call of the provider's API. It is declared once, for the client that sends it and for the
 * emulator that answers it.
 */
export interface Call<Body, Result> extends CallRules {
  /** HTTP method and path below `/sdk/v1`. `:name` is a path parameter. */
  readonly route: string
  /** Never set. It only carries the two types to `send` and to the emulator's `on`. */
  readonly types?: (body: Body) => Result
}

/** Declares a call. `Body` is the type of the request body, `Result` of the answer's `data`. */
export const call = <Body, Result>(route: string, rules?: Omit<CallRules, 'gives'> & { gives?: Shapes<Result> }): Call<Body, Result> => ({
  route,
  ...(rules as CallRules),
})
