import type { ReactNode } from 'react'
import { useUi } from '../context.ts'
import { Icon } from './Icon.tsx'
import { person } from './icons.ts'

/**
 * Whose account a screen is about: an initial, the address, and a way out of it. `field`: the address is a read-only field, for the password managers that look for the
 * name of the account in the form.
 */
export const Account = ({ address, field, children }: { address: string; field?: string; children?: ReactNode }) => (
  <div className="lk-who">
    {/* a phone number or a wallet's address begins with nothing that anyone is called by */}
    <i aria-hidden="true">{address.includes('@') ? [...address][0]!.toUpperCase() : <Icon path={person} />}</i>
    {field ? (
      <input type="email" autoComplete="username" aria-label={field} value={address} readOnly tabIndex={-1} />
    ) : (
      <bdi>{address}</bdi>
    )}
    {children}
  </div>
)

/** Whose session this is, by the first address that the account has: of email, a phone or a wallet. Nothing if it has none. `children` is the way out. */
export function SessionAccount({ children }: { children?: ReactNode }) {
  const { user } = useUi().core.status.now
  const { emails, phone_numbers, crypto_wallets } = user || {}
  // no call fails because of an address that nobody can read, so none of them is checked before
  const address = [emails?.[0]?.email, phone_numbers?.[0]?.phone_number, crypto_wallets?.[0]?.crypto_wallet_address].find(
    (found) => found && typeof found === 'string',
  )
  return address ? <Account address={address}>{children}</Account> : null
}
