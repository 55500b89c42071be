import type { FoundWallet } from '../../browser/wallets.ts'
import { useUi } from '../../ui/context.ts'
import type { LastUsed } from '../../ui/visitor/lastMethod.ts'
import { methodOf, useWalletTitle } from './useWalletTitle.ts'
import { WalletIcon } from './WalletIcon.tsx'

export function WalletList({
  wallets,
  go,
  lastUsed,
}: {
  wallets: FoundWallet[]
  go: (next: { name: 'CryptoConnect'; wallet: FoundWallet }) => void
  lastUsed: LastUsed
}) {
  const { suffix } = useUi()
  const titleOf = useWalletTitle()
  return (
    <>
      {wallets.map((wallet) => {
        const title = titleOf(wallet)
        return (
          <button
            key={title}
            type="button"
            id={`wallet-${title}${suffix}`}
            className="lk-button lk-secondary lk-by-wallet"
            onClick={() => go({ name: 'CryptoConnect', wallet })}
          >
            <WalletIcon wallet={wallet} />
            <bdi>{title}</bdi>
            {lastUsed(methodOf(wallet))}
          </button>
        )
      })}
    </>
  )
}
