import { useState, type ReactElement } from 'react'
import type { FoundWallet } from '../../browser/wallets.ts'

/**
 * The icon that a wallet announced. If it announced none or the browser cannot show it: `children`,
 * or else a generic one.
 */
export function WalletIcon({ wallet: { icon }, children }: { wallet: FoundWallet; children?: ReactElement }) {
  const [isBroken, setIsBroken] = useState(false)
  if (icon && !isBroken) return <img className="lk-wallet" src={icon} alt="" onError={() => setIsBroken(true)} />
  return (
    children || (
      <svg className="lk-wallet" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M18 8V5H5a2 2 0 0 0 0 4h15v11H5a2 2 0 0 1-2-2V7m13 7h.01" />
      </svg>
    )
  )
}
