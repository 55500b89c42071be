import type { WorkChallenge } from '../../../api/botCheck.ts'
import { checkWork, createWork } from '../../../api/workProofs.ts'
import type { Clock } from '../state/clock.ts'
import { createExpiring, randomToken } from '../state/expiring.ts'

/** Iterations for each proof: little, so that the tests of hosts do not wait. */
const WORK = 100_000

/** The proofs of work that a browser sends to a host's own server. */
export interface WorkProofs {
  challenge: () => Promise<WorkChallenge>
  /** Whether a proof counts. It never does again. */
  spend: (proof: string) => Promise<boolean>
}

export const createWorkProofs = (clock: Clock): WorkProofs => {
  const secret = randomToken()
  const spent = createExpiring<true>(clock)
  return {
    challenge: () => createWork(secret, WORK, '', clock.now()),
    async spend(proof) {
      const good = await checkWork(secret, proof, '', clock.now())
      if (typeof good === 'string' || spent.find(good.id)) return false
      spent.put(good.id, true, (good.until - clock.now()) / 60_000)
      return true
    },
  }
}
