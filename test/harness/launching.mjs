import { statfsSync } from 'node:fs'

/** Whether pages find room in shared memory. A container may have as little as 64 MB, which they fill, and die; playwright then uses files, for a tenth more of the processor. */
const hasSharedMemory = () => {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 2 ** 30
  } catch {
    return false
  }
}

/** How playwright starts the Chromium of the tests, wherever it does. */
export const launching = (executablePath) => ({
  executablePath,
  ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
