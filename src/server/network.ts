/** Returns the network of an address: an IPv6 visitor has as many addresses as they want. */
export const networkOf = (address: string): string => {
  const plain = address
    .replace(/^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2')
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/%.*$/, '')
  if (!plain.includes(':')) return plain
  const [before = '', after = ''] = plain.split('::') as [string, string?]
  const groups = before.split(':').filter(Boolean)
  const rest = after.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0')
  const all = plain.includes('::') ? [...groups, ...zeros, ...rest] : groups
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
