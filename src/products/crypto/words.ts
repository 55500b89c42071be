import { walletKinds, type WalletKind } from '../../browser/wallets.ts'

/** A template with a name in place of `{name}`. */
type Named<Template extends string, Name extends string> = Template extends `${infer Before}{name}${infer After}`
  ? `${Before}${Name}${After}`
  : string

/**
 * Returns the messages of the buttons of wallets that we know by name,
 * `crypto.wallet.continueWithPhantom`; `template` has `{name}` for the name.
 */
export const buttonWords = <Template extends string>(template: Template) =>
  Object.fromEntries(walletKinds.map((kind) => [`crypto.wallet.continueWith${kind}`, template.replace('{name}', kind)])) as {
    [Kind in WalletKind as `crypto.wallet.continueWith${Kind}`]: Named<Template, Kind>
  }

/** Messages of the wallet buttons on Main. */
export const words = {
  'crypto.wallet.continueWithNamed': 'Continue with {name}',
  'crypto.wallet.continueWithOtherWallet': 'Continue with other Crypto Wallet',
  'crypto.wallet.setupNewWallet': 'Set up a new crypto wallet',
} as const

/** The same in plain English, which a first screen cannot wait for (widget/plainWords.ts). */
export const plainWords = { ...words, 'crypto.wallet.continueWithOtherWallet': 'Continue with another crypto wallet' } as const
