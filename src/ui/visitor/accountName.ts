import type { User } from '../../api/entities.ts'

/**
 * Returns the name of an account on screens: the first address that it has, of email, a phone or a
 * wallet. Undefined if it has none.
 */
export function accountName(user: Partial<User> | null | undefined): string | undefined {
  const { emails, phone_numbers, crypto_wallets } = user || {}
  // no call fails because of an address that nobody can read, so none of them is checked before
  return [emails?.[0]?.email, phone_numbers?.[0]?.phone_number, crypto_wallets?.[0]?.crypto_wallet_address].find(
    (name) => name && typeof name === 'string',
  )
}
