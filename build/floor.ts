/**
 * The oldest browsers in which everything works, and looks as designed (docs/reports/browsers.md).
 */
import type { Targets } from 'lightningcss'

const versions = { chrome: '109', firefox: '106', safari: '16.0' } as const

type Browser = keyof typeof versions

/** Returns a version as lightningcss takes it: a byte each for major and minor. */
export const asNumber = (version: string): number => {
  const [major, minor = 0] = version.split('.').map(Number)
  return (major! << 16) | (minor << 8)
}

export const floor = {
  ...versions,
  targets: Object.fromEntries(Object.entries(versions).map(([name, version]) => [name, asNumber(version)])) satisfies Targets,
  /** Options of esbuild, which knows no browser with all of these escapes: its tables differ. */
  syntax: {
    target: (Object.keys(versions) as Browser[]).map((name) => `${name}${versions[name]}`),
    supported: { 'regexp-unicode-property-escapes': true },
  },
} as const
