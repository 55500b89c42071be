import { statfsSync } from 'node:fs'
import type { LaunchOptions } from 'playwright-core'

/**
 * Whether shared memory has room for pages. A container can have as little as 64 MB, which pages
 * fill, and then crash. Without shared memory Chromium uses files, which takes a tenth more
 * processor time.
 */
export const hasSharedMemory = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 2 ** 30
  } catch {
    return false
  }
}

/**
 * The flags of a Chromium that does nothing on its own: no updates, no synchronization, no requests
 * but those of its pages.
 */
export const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Our own flags for the Chromium of all tests. Names that end in `.site.test` lead to this machine:
 * pages of another site.
 */
export const ownFlags = [...quietFlags, '--host-resolver-rules=MAP *.site.test 127.0.0.1']

/** The options with which playwright starts it. */
export const launching = (executablePath: string): LaunchOptions => ({
  executablePath,
  ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
  args: ownFlags,
})
