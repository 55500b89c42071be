/** The software wallets as a script for a page. */
import { buildSync } from 'esbuild'
import { fileURLToPath } from 'node:url'

const built = buildSync({
  entryPoints: [fileURLToPath(new URL('../../src/tools/testing/softwareWallets.ts', import.meta.url))],
  bundle: true,
  format: 'iife',
  globalName: 'soft',
  write: false,
  logLevel: 'silent',
}).outputFiles[0]!.text

/**
 * Returns a script that runs `then` before any script of the host's, with the wallets' module as
 * `soft`.
 */
export const withSoftwareWallets = (then: string) => `${built};${then}`
