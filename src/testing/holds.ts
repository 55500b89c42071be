import { routeMatcher } from '../emulator/routes.ts'
import type { EmulatorControls } from './controls.ts'
import { poll } from './poll.ts'
import { TestingError } from './TestingError.ts'

/** Requests that are held. */
export interface Held {
  /** Resolves when a request is waiting. Rejects with a TestingError (`no_request`) after `timeout` ms, default 5,000. */
  arrived: (waiting?: {
    /** In milliseconds. Default: 5,000. */
    timeout?: number
  }) => Promise<void>
  /** Lets the requests that wait go on. Later requests to the route are not held any more. */
  release: () => Promise<void>
}

/** Holds the requests to a route, such as `POST /otps/authenticate`, until they are released. Faults that are in force stay. */
export type Hold = (route: string) => Promise<Held>

/** Default time limit of `arrived`, in ms. */
const PATIENCE = 5_000

/** Keeps the faults that are in force, so that a test can hold a request and let another one fail. */
export const createHold = ({ faults, release, requests }: Pick<EmulatorControls, 'faults' | 'release' | 'requests'>): Hold => {
  let holds = 0
  return async (route) => {
    const name = `hold ${++holds} of ${route}`
    const fits = routeMatcher(route)
    // A request whose connection was dropped has no status either, so only new ones count.
    const unanswered = async () =>
      (await requests()).filter(({ method, path, status }) => status === null && fits(method, path.split('?')[0]!)).length
    const before = await unanswered()
    await faults([{ route, hold: name }, ...(await faults())])
    return {
      arrived: async ({ timeout = PATIENCE } = {}) => {
        const found = await poll(async () => ((await unanswered()) > before ? true : undefined), timeout)
        if (!found) throw new TestingError('no_request', `No request to ${route} came within ${timeout / 1000} s.`)
      },
      release: async () => {
        await faults((await faults()).filter((fault) => fault.hold !== name))
        await release(name)
      },
    }
  }
}
