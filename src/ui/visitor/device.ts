import { key } from '../screen/icons.ts'

/**
 * Systems and browsers by how they name themselves in a `User-Agent`. The first match counts,
 * because most also name others that they descend from.
 */
const systems = {
  iPhone: /iPhone/,
  iPad: /iPad/,
  Android: /Android/,
  ChromeOS: /CrOS/,
  Windows: /Windows/,
  macOS: /Mac OS/,
  Linux: /Linux/,
}
const browsers = {
  Edge: /Edg/,
  Opera: /OPR/,
  'Samsung Internet': /SamsungB/,
  Firefox: /Firefox|FxiOS/,
  Chrome: /Chrom|CriOS/,
  Safari: /Safari/,
}

const laptop = 'M5 5h14v10H5zM2.5 19h19'
/** A telephone that is carried about. */
export const phone = 'M7 2.5h10v19H7zm4 15.5h2'

/** What the record of a passkey says about its device. */
interface DeviceRecord {
  /** The browser that created it, as its `User-Agent` header says. */
  user_agent?: string
  /** `cross-platform` for a device of its own. */
  authenticator_type?: string
}

/**
 * Reads where a passkey was created, as far as its record says: the names of the browser and the
 * system, and a drawing of the device.
 */
export function deviceOf({ user_agent = '', authenticator_type }: DeviceRecord): {
  browser?: string
  system?: string
  drawing: string
} {
  const nameIn = (kinds: Record<string, RegExp>) => Object.keys(kinds).find((name) => kinds[name]!.test(user_agent))
  const system = nameIn(systems)
  // a device of its own, or one of an unknown kind
  const drawing = authenticator_type === 'cross-platform' || !system ? key : /^[iA]/.test(system) ? phone : laptop
  return { browser: nameIn(browsers), system, drawing }
}
