import type * as v from 'valibot'
import type { Call } from '../../../api/call.ts'

/** Declares a call whose path contains all of its method's arguments, so that it has no body. */
export const withoutBody = <Result>(call: Call<never, Result>) => call as unknown as Call<undefined, Result>

/**
 * Declares a call whose path contains some of its method's arguments. The schema describes the
 * rest, which is the body.
 */
export const withBodyLeftByPath = <Body, Result>(_: v.GenericSchema<unknown, Body>, call: Call<never, Result>) =>
  call as unknown as Call<Body, Result>
