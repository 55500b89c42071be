import { useEffect, useState } from 'react'
import {
  announceEthereum,
  announceSolana,
  createEthereumWallet,
  createSolanaWallet,
  manners,
  type Manner,
  type Manners,
} from '../testing/softwareWallets.ts'

/**
 * Software wallets that announce themselves to the widget as extensions do, for visitors who have
 * no wallet, and settings for how they respond.
 */
export function WalletControls() {
  const [{ ethereum, solana }] = useState(() => ({ ethereum: createEthereumWallet(), solana: createSolanaWallet() }))
  useEffect(() => {
    const ends = [announceEthereum(ethereum), announceSolana(solana)]
    return () => ends.forEach((end) => end())
  }, [])
  return (
    <>
      <ManneredWallet name="Soft Ethereum" manners={ethereum.manners} />
      <ManneredWallet name="Soft Solana" manners={solana.manners} />
    </>
  )
}

function ManneredWallet({ name, manners: current }: { name: string; manners: Manners }) {
  const [copy, setCopy] = useState({ ...current })
  const set = (stage: keyof Manners, manner: Manner) => {
    current[stage] = manner
    setCopy({ ...current })
  }
  return (['connect', 'sign'] as const).map((stage) => (
    <label key={stage} className="field">
      <span>{`${name}, asked to ${stage}`}</span>
      <select value={copy[stage]} onChange={(event) => set(stage, event.target.value as Manner)}>
        {manners
          .filter((manner) => stage === 'sign' || manner !== 'switches')
          .map((manner) => (
            <option key={manner}>{manner}</option>
          ))}
      </select>
    </label>
  ))
}
