import type { AnyShapes, Kind, Shapes } from './shape.ts'

/** What a field of a body may be, as a usage check words it (spec section 5): an `array` is one of strings. */
export type FieldKind = Kind | 'object' | 'array'

/**
 * One field of a body: its kind (a trailing `?` lets it be absent), or that and the name a usage check gives it
 * where the provider's SDK says something else than the wire name (wire.md 1.3).
 */
export type Field = FieldKind | `${FieldKind}?` | readonly [FieldKind | `${FieldKind}?`, string]

export interface CallRules {
  /** The method a host calls, as usage errors name it: `otps.authenticate`. Without it, nothing is checked before sending. */
  method?: string
  /** What the body must hold: checked before anything is sent, and again by the emulator. */
  needs?: Record<string, Field>
  /** What of the answer our own code reads, as deep as it reads it. An answer of another shape counts as no answer of the provider's. */
  gives?: AnyShapes
  /** The answer carries a session, with its user: it becomes this browser's. */
  signsIn?: true
  /** The host gets the answer whole, `__user` included, as from the provider's own SDK (the † of wire.md 1.3). */
  whole?: true
  /**
   * Carries fraud-protection tokens when the project asks for them (wire.md 2.3): with one retry on `Captcha required`, sent once,
   * or the captcha token alone.
   */
  guard?: 'retry' | 'once' | 'captcha'
}

/** A call of the provider's API, declared once for the client that sends it and the emulator that answers it. */
export interface Call<Body, Result> extends CallRules {
  /** Method and path below `/sdk/v1`; `:name` stands for a path parameter. */
  readonly route: string
  /** Never set: it only carries the two types to `send` and to the emulator's `on`. */
  readonly types?: (body: Body) => Result
}

/** Declares a call; `Body` is what is sent, `Result` what comes back under `data`. */
export const call = <Body, Result>(route: string, rules?: Omit<CallRules, 'gives'> & { gives?: Shapes<Result> }): Call<Body, Result> => ({
  route,
  ...(rules as CallRules),
})
