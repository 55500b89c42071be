import { useEffect, useState } from 'react'
import { watchWallets, type FoundWallet } from '../../browser/wallets.ts'

/** The wallets that this page can reach, also those that announce themselves late. */
export function useWallets(): FoundWallet[] {
  const [wallets, setWallets] = useState<FoundWallet[]>([])
  useEffect(() => watchWallets(setWallets), [])
  return wallets
}
