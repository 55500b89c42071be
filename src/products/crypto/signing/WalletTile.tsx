import type { WalletKind } from '../../../browser/wallets.ts'

/**
 * Our own drawings for the wallets that we know, and for the two chains: the color of the tile, the
 * color of the sign on it, and the sign.
 */
const tiles: Record<WalletKind, [tile: string, color: string, sign: string]> = {
  Vessel: ['#1b2a4a', '#fff', 'M5 13h14l-3 6H8zm6-9v8H6zm2 2 4 6h-4z'],
  Phantom: [
    '#ab9ff2',
    '#1c1433',
    'M4 18.5c3 .3 3.5-3 3.5-6.5a5.5 5.5 0 0 1 11 0v6.5c-1.6 0-1.6-1.5-2.7-1.5s-1.1 1.5-2.7 1.5-1.5-1.5-2.6-1.5-3.5 1.8-6.5 1.5z',
  ],
  Metamask: ['#f6851b', '#331700', 'm4.5 5 5.5 3.5h4L19.5 5 18 13.5l-2 4-2.5 1.5h-3L8 17.5l-2-4z'],
  Coinbase: ['#0052ff', '#fff', 'M12 5.5a6.5 6.5 0 1 0 6.4 7.7H15a3.2 3.2 0 1 1 0-2.4h3.4A6.5 6.5 0 0 0 12 5.5z'],
  Binance: [
    '#f0b90b',
    '#2b2100',
    'm12 4.5 3.2 3.2-3.2 3.2-3.2-3.2zM6.9 9.6 9.3 12l-2.4 2.4L4.5 12zm10.2 0 2.4 2.4-2.4 2.4-2.4-2.4zM12 13.1l3.2 3.2-3.2 3.2-3.2-3.2z',
  ],
  Ethereum: ['#5468c9', '#fff', 'm12 3.5 5 8.3-5 3-5-3zm-4.7 10.2 4.7 6.8 4.7-6.8-4.7 2.8z'],
  Solana: ['#15131f', '#fff', 'M7.5 6.5H20l-3.5 2.8H4zM4 10.6h12.5l3.5 2.8H7.5zm3.5 4.1H20l-3.5 2.8H4z'],
}

export const WalletTile = ({ kind }: { kind: WalletKind }) => {
  const [tile, color, sign] = tiles[kind]
  return (
    <svg className="lk-wallet" viewBox="0 0 24 24" aria-hidden="true">
      {/* filled, where other icons are lines */}
      <g stroke="none">
        <path fill={tile} d="M0 0h24v24H0z" />
        <path fill={color} d={sign} />
      </g>
    </svg>
  )
}
