import { ownOptions } from '../../api/ownProperties.ts'
import type { RecordedRequest } from '../emulator/index.ts'
import { routeMatcher } from '../emulator/requests/routeMatcher.ts'
import type { EmulatorControls } from './controls.ts'
import { PATIENCE, type Waiting } from './mailbox.ts'
import { poll } from './poll.ts'
import { TestingError } from './TestingError.ts'

/** Requests that are held. */
export interface Held {
  /**
   * Resolves when a request is waiting. Rejects with a TestingError (`no_request`) after `timeout`
   * ms, default 5,000.
   */
  arrived: (waiting?: Waiting) => Promise<void>
  /** Lets the requests that wait go on. Later requests to the route are not held any more. */
  release: () => Promise<void>
}

/**
 * Holds the requests to a route, such as `POST /otps/authenticate`, until they are released. Faults
 * that are in force stay.
 */
export type Hold = (route: string) => Promise<Held>

/** Writes a request as JSON, apart from whether it has been answered. */
const looks = ({ status, ...request }: RecordedRequest) => JSON.stringify(request)

/**
 * Keeps the faults that are in force, so that a test can hold a request and let another one fail.
 */
export const createHold = ({ faults, release, requests }: Pick<EmulatorControls, 'faults' | 'release' | 'requests'>): Hold => {
  let holds = 0
  return async (route) => {
    const name = `hold ${++holds} of ${route}`
    const fits = routeMatcher(route)
    const matching = async () => (await requests()).filter(({ method, path }) => fits(method, path.split('?')[0]!))
    const old = (await matching()).map(looks)
    // A request whose connection was dropped has no status either, so only new ones count. Their
    // number does not tell: the log drops the oldest.
    const waits = async () => {
      const left = [...old]
      return (await matching()).some((request) => {
        const place = left.indexOf(looks(request))
        if (place >= 0) left.splice(place, 1)
        return place < 0 && request.status === null
      })
    }
    await faults([{ route, hold: name }, ...(await faults())])
    return {
      arrived: async (waiting) => {
        const { timeout = PATIENCE } = ownOptions(waiting)
        const isWaiting = await poll(async () => (await waits()) || undefined, timeout)
        if (!isWaiting) throw new TestingError('no_request', `No request to ${route} came within ${timeout / 1000} s.`)
      },
      release: async () => {
        await faults((await faults()).filter((fault) => fault.hold !== name))
        await release(name)
      },
    }
  }
}
