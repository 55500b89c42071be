import { bridgeRules } from './bridgeRules.ts'
import { factorRules } from './factorRules.ts'
import type { BridgeUnderTest } from './host.ts'
import { mailRules } from './mailRules.ts'
import { passwordRules } from './passwordRules.ts'
import { proofRules } from './proofRules.ts'
import { createSituation } from './situation.ts'

export type { BridgeUnderTest, ConnectedApp, Offers, SecondFactorUser, SocialSignIn } from './host.ts'
export { Nonconformity } from './Nonconformity.ts'

/** One thing that a bridge must do. */
export interface Check {
  /** What it says about the bridge: `a link signs in once`. */
  name: string
  /** Whether the bridge offers what is checked. Skip the check otherwise. */
  isOffered: boolean
  /** Runs it. Rejects with a {@link Nonconformity} if the bridge does something else. */
  run: () => Promise<void>
}

/**
 * Returns the checks of a bridge, for any runner of tests. They make users, and need nothing of
 * each other:
 *
 * ```ts
 * import { test } from 'node:test'
 * import { checks } from 'latchkey/bridge/conformance'
 *
 * const bridge = { url: 'http://localhost:3000/auth', offers: { passwords: true } }
 * for (const { name, isOffered, run } of checks(bridge)) test(name, { skip: !isOffered }, run)
 * ```
 */
export const checks = (bridge: BridgeUnderTest): Check[] => {
  const situation = createSituation(bridge)
  return [...bridgeRules, ...mailRules, ...passwordRules, ...proofRules, ...factorRules].map(({ name, needs, run }) => ({
    name,
    isOffered: !!needs(bridge.offers, bridge),
    run: () => run(situation),
  }))
}
