import { useEffect } from 'react'
import type { FoundWallet } from '../../../browser/wallets.ts'
import { useOncePerVisit } from '../../../ui/visitor/useOncePerVisit.ts'
import { useUi } from '../../../ui/context.ts'
import type { Place } from '../../../ui/map.ts'
import { useTask } from '../../../ui/task.ts'
import { useWords } from '../../../ui/words/translator.ts'
import { words } from './words.ts'

/** How long a wallet may take to answer, in ms. */
const WALLET_TIMEOUT = 120_000

/** The errors that the host gets if a wallet refuses, or gives no answer or an unreadable one. */
const refusals = {
  connect: { message: '[Error] Could not connect to wallet' },
  sign: { message: '[Error] Could not sign message' },
}

/**
 * The same errors for a wallet that is still asking the visitor about an earlier request: the
 * screen tells them where to look.
 */
const alreadyAsking = { connect: { ...refusals.connect }, sign: { ...refusals.sign } }

/** The error code of a wallet that is already asking (EIP-1474). */
const RESOURCE_UNAVAILABLE = -32002

/**
 * Where that code may be: MetaMask and the libraries around it put the error of the wallet itself
 * into another.
 */
const places = ['code', 'message', 'data', 'originalError', 'cause', 'error', 'info'] as const

/**
 * Returns whether a wallet has refused because it is already asking. What it rejects with may be
 * anything, also a text.
 */
const isAsking = (reason: unknown, depth = 4): boolean => {
  if (reason === RESOURCE_UNAVAILABLE) return true
  if (typeof reason === 'string') return RegExp(`${RESOURCE_UNAVAILABLE}(?!\\d)`).test(reason)
  if (!reason || typeof reason !== 'object' || depth < 0) return false
  return places.some((name) => {
    try {
      return isAsking((reason as Record<string, unknown>)[name], depth - 1)
    } catch {
      return false
    }
  })
}

/**
 * Does the work of a wallet screen once, when the visitor gets there. The work calls the wallet
 * through `ask`, which has a time limit. Any failure leads to CryptoError. When the visitor leaves
 * the screen, a late answer of the wallet is ignored.
 */
export function useWalletStep(
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
      const refuse = (reason?: unknown) => reject((isAsking(reason) ? alreadyAsking : refusals)[stage])
      const timer = setTimeout(refuse, WALLET_TIMEOUT)
      // leaving the screen, however that happens, ends the visit
      visit.peek().signal.addEventListener('abort', () => (clearTimeout(timer), refuse()))
      // an async function, because a wallet may also throw synchronously
      void (async () => prompt())().then(resolve, refuse)
    })
  useOncePerVisit(() => void task.run(() => work(ask)))
  const { error, cause, wait } = task
  useEffect(() => {
    // on failure leads to another screen, because this one has no button that tries again
    const text = cause === alreadyAsking[stage] ? t('crypto.error.pending') : cause === refusals[stage] && t(`crypto.error.${stage}`)
    if (error) go({ name: 'CryptoError', wallet, error: text || error, wait })
  }, [error])
}
