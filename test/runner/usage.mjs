/**
 * Preloaded into every job. Reports the seconds of processor time of the job and its own children
 * on the fourth pipe.
 *
 * This file and file.mjs are JavaScript because Node 20 cannot run TypeScript, and each of two
 * hundred test files would wait for tsx.
 */
import { readFileSync, writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/**
 * The time of children that have ended, which a process knows only on Linux. `man 5 proc`: cutime
 * and cstime, in hundredths of a second.
 */
const ofChildren = () => {
  try {
    const [cutime, cstime] = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(13, 15)
    return (Number(cutime) + Number(cstime)) / 100
  } catch {
    return 0
  }
}

/** A thread of the job loads this file too. Its time is in that of the process. */
if (isMainThread)
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    try {
      writeSync(3, `${JSON.stringify({ cpu: (user + system) / 1e6 + ofChildren() })}\n`)
    } catch {
      // A child of the job does not have this pipe.
    }
  })
