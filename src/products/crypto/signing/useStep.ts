import { useEffect } from 'react'
import type { FoundWallet } from '../../../browser/wallets.ts'
import { useArrival } from '../../../ui/arrival.ts'
import { useUi } from '../../../ui/context.ts'
import type { Place } from '../../../ui/map.ts'
import { useTask } from '../../../ui/task.ts'
import { useWords } from '../../../ui/words.ts'
import { words } from './words.ts'

/** How long a wallet may take to answer, in ms (row 33). */
const PATIENCE = 120_000

/** What the host hears when a wallet refuses, gives an odd answer or none (wire.md 1.5). */
const refusals = {
  connect: { message: '[Error] Could not connect to wallet' },
  sign: { message: '[Error] Could not sign message' },
}

/** The same of a wallet that has not been answered yet: the visitor is told where to look. */
const pending = { connect: { ...refusals.connect }, sign: { ...refusals.sign } }

/** Its code (EIP-1474, "Resource unavailable"). */
const PENDING = -32002

/**
 * Does the work of a screen once on arrival; `ask` waits for the wallet in it. Any failure leads to CryptoError (row 1). A visitor who leaves has ended it:
 * a late answer of the wallet's goes nowhere.
 */
export function useStep(
  stage: keyof typeof refusals,
  wallet: FoundWallet,
  go: (next: Place<'CryptoError'>) => void,
  work: (ask: <Answer>(prompt: () => Promise<Answer>) => Promise<Answer>) => Promise<void>,
): void {
  const { visit } = useUi()
  const t = useWords(words)
  const task = useTask()
  const ask = <Answer>(prompt: () => Promise<Answer>) =>
    new Promise<Answer>((resolve, reject) => {
      const refuse = (reason?: { code?: unknown }) => reject((reason?.code === PENDING ? pending : refusals)[stage])
      const timer = setTimeout(refuse, PATIENCE)
      // every way on ends the visit
      visit.peek().signal.addEventListener('abort', () => (clearTimeout(timer), refuse()))
      // async, as what stands for a wallet may also throw at once
      void (async () => prompt())().then(resolve, refuse)
    })
  useArrival(() => void task.run(() => work(ask)))
  const { error, thrown } = task
  useEffect(() => {
    // routes on failure: there is nothing on this screen to try again with
    const known = thrown === pending[stage] ? t('crypto.error.pending') : thrown === refusals[stage] && t(`crypto.error.${stage}`)
    if (error) go({ name: 'CryptoError', wallet, error: known || error })
  }, [error])
}
