import { installPasskeys } from '../../softwarePasskeys.ts'
import { announceEthereum, createEthereumWallet, createInjectedSolana } from '../../../testing/softwareWallets.ts'
import { ethereumWallets, type ScreenState } from '../states.ts'

/** Installs what the visitor's browser has in a state, before the widget looks for it. */
export function installDevice(device: ScreenState['device']) {
  if (device === 'wallets') {
    for (const { name, rdns, manners } of ethereumWallets)
      announceEthereum(createEthereumWallet({ manners: { ...manners } }), { name, rdns })
    Object.assign(window, { solana: createInjectedSolana() })
  }
  if (device === 'passkeys') installPasskeys({ unasked: true, origin: location.origin })
  if (device === 'noPasskeys') Reflect.deleteProperty(window, 'PublicKeyCredential')
}
