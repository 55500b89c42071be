/**
 * Hosts that a server must not call because somebody else named them: its own machine and network
 * (draft-ietf-oauth-client-id-metadata-document, section 6.6).
 */

/**
 * IPv4 networks that are not of the public internet (RFC 6890), as prefixes of the address in
 * dotted form.
 */
const privateIPv4 =
  /^(?:0|10|127|22[4-9]|23\d|24\d|25[0-5])\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^192\.0\.[02]\.|^192\.168\.|^198\.(?:1[89]|51\.100)\.|^203\.0\.113\./

/**
 * IPv6 networks that are public (2000::/3), except documentation and those that lead to an IPv4
 * address: Teredo and 6to4.
 */
const publicIPv6 = /^(?!2001:(?:0?:|db8:)|2002:)[23][0-9a-f]{3}:/

/** Whether an IP address, as `URL` or Node writes it, is not one of the public internet. Pure. */
export const isPrivateAddress = (address: string) => {
  if (!address.includes(':')) return privateIPv4.test(address)
  return !publicIPv6.test(address.replace(/^\[|\]$/g, '').toLowerCase())
}

/**
 * Whether a host name or an address of a `URL` can only be of this machine or its network. A public
 * name can still lead to a private address. Pure.
 */
export const isPrivateHost = (hostname: string) => {
  const host = hostname.replace(/\.$/, '')
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return isPrivateAddress(host)
  return !host.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host)
}
