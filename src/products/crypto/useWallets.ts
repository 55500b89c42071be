import { useLayoutEffect, useState } from 'react'
import { watchWallets, type FoundWallet } from '../../browser/wallets.ts'

/** What tells a wallet from the others of a page. */
export const idOf = ({ kind, name }: FoundWallet): string => `${kind} ${name}`

/**
 * The wallets that this page can reach: `early` those that are there for the first paint, `late` those that announce themselves when it is over. None moves from
 * one to the other.
 */
export function useWallets(): { early: FoundWallet[]; late: FoundWallet[] } {
  const [wallets, setWallets] = useState<FoundWallet[]>([])
  const [first, setFirst] = useState<string[]>([])
  useLayoutEffect(() => {
    let found: FoundWallet[] = []
    const stop = watchWallets((now) => setWallets((found = now)))
    setFirst(found.map(idOf))
    return stop
  }, [])
  const isEarly = (wallet: FoundWallet) => first.includes(idOf(wallet))
  return { early: wallets.filter(isEarly), late: wallets.filter((wallet) => !isEarly(wallet)) }
}
