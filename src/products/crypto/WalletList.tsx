import type { FoundWallet } from '../../browser/wallets.ts'
import { useUi } from '../../ui/context.ts'
import { useWalletTitle } from './useWalletTitle.ts'
import { WalletIcon } from './WalletIcon.tsx'

/** A button for each wallet. */
export function WalletList({
  wallets,
  go,
}: {
  wallets: FoundWallet[]
  go: (next: { name: 'CryptoConnect'; wallet: FoundWallet }) => void
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
            className="lk-button lk-secondary"
            onClick={() => go({ name: 'CryptoConnect', wallet })}
          >
            <WalletIcon wallet={wallet} />
            <bdi>{title}</bdi>
          </button>
        )
      })}
    </>
  )
}
