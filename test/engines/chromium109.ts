import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { folderOnDemand } from '../harness/onDemand.ts'
import { quietFlags } from '../harness/launching.ts'
import type { OpenEngine } from './engine.ts'
import { visitIn } from './playwright.ts'

/** Unpacks the browser of the package, once, and returns its path. */
const unpacked = (): string => {
  const path = join(process.cwd(), '.cache/chromium-109')
  if (existsSync(path)) return path
  mkdirSync('.cache', { recursive: true })
  const own = `${path}.${process.pid}`
  writeFileSync(own, brotliDecompressSync(readFileSync(join(folderOnDemand('@sparticuz/chromium@109.0.6'), 'bin/chromium.br'))))
  chmodSync(own, 0o755)
  renameSync(own, path)
  return path
}

/**
 * The oldest Chromium that is supported. Its package is for one kind of machine; it needs the
 * libraries that any Chromium needs.
 */
export const openChromium109: OpenEngine = async () => {
  if (platform() !== 'linux' || arch() !== 'x64') return { missing: 'there is a Chromium 109 for Linux on x64 only' }
  // all in one process, which ends with its first page
  const launch = () =>
    chromium.launch({ executablePath: unpacked(), args: [...quietFlags, '--single-process', '--no-zygote', '--font-render-hinting=none'] })
  const first = await launch()
  const version = `Chromium ${first.version()}`
  await first.close()
  return {
    version,
    async visit() {
      const browser = await launch()
      return visitIn(browser, () => browser.close())
    },
    close: async () => {},
  }
}
