/**
 * `latchkey/testing/msw`: answers a client's requests inside a test process, with msw between the
 * client and the network.
 */
import type { Emulator } from '../emulator/index.ts'
import { ownOptions } from '../../api/ownProperties.ts'
import { apiOrigins, emulatorPattern } from './origins.ts'

/**
 * What is used of msw's `http`: the function that handles requests of every method. The same in
 * versions 2 and 3.
 */
export interface MswHttp<Handler> {
  /** Creates a handler for the URLs that match. */
  all: (
    url: RegExp,
    answer: (info: {
      /** The request. */
      request: Request
    }) => Promise<Response>,
  ) => Handler
}

/** Which requests the emulator answers. */
export interface MswOptions {
  /**
   * Further origins for which it answers, such as your client's `customBaseUrl`. The provider's own
   * and `http://localhost:4100` are always among them.
   */
  origins?: string[]
}

/**
 * Returns the handlers that let an emulator answer for the provider. `http` is msw's own:
 *
 * ```ts
 * import { http } from 'msw'
 * import { setupServer } from 'msw/node'
 * import { createEmulator } from 'latchkey/emulator'
 * import { latchkeyHandlers } from 'latchkey/testing/msw'
 *
 * const emulator = createEmulator()
 * const server = setupServer(...latchkeyHandlers(http, emulator))
 * ```
 *
 * A connection that a fault drops is a network error. Throws a TypeError if an origin is no URL.
 */
export const latchkeyHandlers = <Handler>(http: MswHttp<Handler>, emulator: Pick<Emulator, 'fetch'>, options?: MswOptions): Handler[] => [
  http.all(emulatorPattern(apiOrigins(ownOptions(options).origins)), ({ request }) =>
    emulator.fetch(request).catch(() => Response.error()),
  ),
]
