/** Messages of the wallets' buttons. */
export const words = {
  'crypto.wallet.continueWithVessel': 'Continue with Vessel',
  'crypto.wallet.continueWithPhantom': 'Continue with Phantom',
  'crypto.wallet.continueWithMetamask': 'Continue with Metamask',
  'crypto.wallet.continueWithCoinbase': 'Continue with Coinbase',
  'crypto.wallet.continueWithBinance': 'Continue with Binance',
  'crypto.wallet.continueWithEthereum': 'Continue with Ethereum',
  'crypto.wallet.continueWithSolana': 'Continue with Solana',
  'crypto.wallet.continueWithNamed': 'Continue with {name}',
  'crypto.wallet.continueWithOtherWallet': 'Continue with other Crypto Wallet',
  'crypto.wallet.setupNewWallet': 'Set up a new crypto wallet',
}
