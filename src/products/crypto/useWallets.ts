import { useLayoutEffect, useState } from 'react'
import { watchWallets, type FoundWallet } from '../../browser/wallets.ts'

/** Returns an id that no other wallet on the page has. */
export const walletId = ({ kind, name }: FoundWallet): string => `${kind} ${name}`

/**
 * Returns the wallets that this page can reach: the `early` ones are there for the first paint, the
 * `late` ones announce themselves after it. No wallet moves from one list to the other.
 */
export function useWallets(): { early: FoundWallet[]; late: FoundWallet[] } {
  const [wallets, setWallets] = useState<FoundWallet[]>([])
  const [first, setFirst] = useState<string[]>([])
  useLayoutEffect(() => {
    let current: FoundWallet[] = []
    const stop = watchWallets((now) => setWallets((current = now)))
    setFirst(current.map(walletId))
    return stop
  }, [])
  const isEarly = (wallet: FoundWallet) => first.includes(walletId(wallet))
  return { early: wallets.filter(isEarly), late: wallets.filter((wallet) => !isEarly(wallet)) }
}
