/** Preloaded into every job of run.mjs, which reads on the fourth pipe how many seconds of processor time the job and its own children have taken. */
import { readFileSync, writeSync } from 'node:fs'

/** Of children that have ended; a process knows them on Linux alone. `man 5 proc`: cutime and cstime, in hundredths of a second. */
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

process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  try {
    writeSync(3, `${JSON.stringify({ cpu: (user + system) / 1e6 + ofChildren() })}\n`)
  } catch {
    // A child of the job's has no such pipe.
  }
})
