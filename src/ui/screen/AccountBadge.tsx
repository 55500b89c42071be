import type { ReactNode } from 'react'
import { useUi } from '../context.ts'
import { accountName } from '../visitor/accountName.ts'
import { useReadableName } from '../visitor/useReadableName.ts'
import { breakable } from '../words/untrustedText.ts'
import { Icon } from './Icon.tsx'
import { person } from './icons.ts'

/**
 * Whose account a screen is about: an initial, the address, and a way out of it. `field`: the
 * address is a read-only field, for the password managers that look for the name of the account in
 * the form.
 */
export const AccountBadge = ({ address, field, children }: { address: string; field?: string; children?: ReactNode }) => (
  <div className="lk-who">
    {/* a phone number or a wallet's address begins with nothing that anyone is called by */}
    <i aria-hidden="true">{address.includes('@') ? [...address][0]!.toUpperCase() : <Icon path={person} />}</i>
    {field ? (
      <input type="email" autoComplete="username" aria-label={field} value={address} readOnly tabIndex={-1} />
    ) : (
      <bdi>{breakable(address)}</bdi>
    )}
    {children}
  </div>
)

/**
 * Whose session this is, by the account's name. Nothing if it has none. `children` is the way out.
 */
export function SessionAccountBadge({ children }: { children?: ReactNode }) {
  const name = accountName(useUi().core.status.now.user)
  const address = useReadableName(name)(name)
  return address ? <AccountBadge address={address}>{children}</AccountBadge> : null
}
