import { installPasskeys } from '../../softwarePasskeys.ts'
import { announceEthereum, createEthereumWallet, createInjectedSolana } from '../../../testing/softwareWallets.ts'
import { ethereumWallets, WEB_VIEW, type ScreenState } from '../../../states/states.ts'

/**
 * Installs what the visitor's browser has in a state, before the widget looks for it. Returns what
 * takes a device away again.
 */
export function installDevice(device: ScreenState['device']): () => void {
  if (device === 'wallets') {
    const ends = ethereumWallets.map(({ name, rdns, manners }) =>
      announceEthereum(createEthereumWallet({ manners: { ...manners } }), { name, rdns }),
    )
    Object.assign(window, { solana: createInjectedSolana() })
    return () => {
      for (const end of ends) end()
      Reflect.deleteProperty(window, 'solana')
    }
  }
  if (device === 'passkeys') return installPasskeys({ unasked: true, origin: location.origin }).remove
  if (device === 'inApp') {
    Object.defineProperty(navigator, 'userAgent', { value: WEB_VIEW, configurable: true })
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
    document.execCommand = () => false
    return () => {
      // those of the browser itself come back
      for (const name of ['userAgent', 'clipboard']) Reflect.deleteProperty(navigator, name)
      Reflect.deleteProperty(document, 'execCommand')
    }
  }
  if (device === 'noPasskeys') Reflect.deleteProperty(window, 'PublicKeyCredential')
  return () => {}
}
