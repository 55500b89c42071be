import type { ReactNode } from 'react'

/**
 * Whose account a screen is about: an initial, the address, and a way out of it. `field`: the address is a read-only field, for the password managers that look for the
 * name of the account in the form.
 */
export const Account = ({ address, field, children }: { address: string; field?: string; children?: ReactNode }) => (
  <div className="lk-who">
    <i aria-hidden="true">{[...address][0]?.toUpperCase()}</i>
    {field ? (
      <input type="email" autoComplete="username" aria-label={field} value={address} readOnly tabIndex={-1} />
    ) : (
      <bdi>{address}</bdi>
    )}
    {children}
  </div>
)
