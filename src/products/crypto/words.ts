import { walletKinds, type WalletKind } from '../../browser/wallets.ts'

/** The messages of the buttons of wallets that we know by name, `crypto.wallet.continueWithPhantom`; `template` has `{name}` for the name. */
export const buttons = (template: string) =>
  Object.fromEntries(walletKinds.map((kind) => [`crypto.wallet.continueWith${kind}`, template.replace('{name}', kind)])) as Record<
    `crypto.wallet.continueWith${WalletKind}`,
    string
  >

/** Messages of the wallets' part of Main. */
export const words = {
  'crypto.wallet.continueWithNamed': 'Continue with {name}',
  'crypto.wallet.continueWithOtherWallet': 'Continue with other Crypto Wallet',
  'crypto.wallet.setupNewWallet': 'Set up a new crypto wallet',
}
