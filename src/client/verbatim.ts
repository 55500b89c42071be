import type { Call } from '../api/call.ts'
import type { Core } from './core.ts'

/** Makes methods that send what they are given, word for word, as the body of their call: most of the API. */
export const verbatim =
  ({ send }: Core) =>
  <Body, Result>(call: Call<Body, Result>) =>
  (body?: Body): Promise<Result> =>
    send(call, body)
