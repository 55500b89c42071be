import { installPasskeys } from '../../softwarePasskeys.ts'
import { announceEthereum, createEthereumWallet, createInjectedSolana } from '../../../testing/softwareWallets.ts'
import { ethereumWallets, WEB_VIEW, type ScreenState } from '../states.ts'

/** Installs what the visitor's browser has in a state, before the widget looks for it. */
export function installDevice(device: ScreenState['device']) {
  if (device === 'wallets') {
    for (const { name, rdns, manners } of ethereumWallets)
      announceEthereum(createEthereumWallet({ manners: { ...manners } }), { name, rdns })
    Object.assign(window, { solana: createInjectedSolana() })
  }
  if (device === 'passkeys') installPasskeys({ unasked: true, origin: location.origin })
  if (device === 'inApp') {
    Object.defineProperty(navigator, 'userAgent', { value: WEB_VIEW })
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  }
  if (device === 'noPasskeys') Reflect.deleteProperty(window, 'PublicKeyCredential')
}
