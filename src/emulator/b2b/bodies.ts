import type * as v from 'valibot'
import type { Call } from '../../api/call.ts'

/** A call whose path takes all that its method is given: nothing is left for the body. */
export const bare = <Result>(call: Call<never, Result>) => call as unknown as Call<undefined, Result>

/** A call whose body, by this schema, is what its path leaves of what its method is given. */
export const leaving = <Body, Result>(_: v.GenericSchema<unknown, Body>, call: Call<never, Result>) => call as unknown as Call<Body, Result>
