/**
 * Reads from /proc how much processor time a process and its children have used. 0 on systems
 * without /proc, which only Linux has.
 */
import { readFileSync, readdirSync } from 'node:fs'

/**
 * `man 5 proc`: after the name, the parent is the 2nd field. utime, stime and those of children
 * that have ended are the 12th to 15th, in hundredths of a second.
 */
const read = (pid: number) => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return { pid, parent: Number(fields[1]), seconds: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100 }
  } catch {
    return undefined
  }
}

const all = () => {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => read(Number(name)) ?? [])
  } catch {
    return []
  }
}

/** Seconds of a process, and of all its descendants. */
export const secondsOfTree = (root: number): number => {
  const tree = new Set([root])
  let sum = 0
  // A child has a higher number than its parent, except in the rare case that numbers start again.
  for (const { pid, parent, seconds } of all().sort((a, b) => a.pid - b.pid)) {
    if (!tree.has(pid) && !tree.has(parent)) continue
    tree.add(pid)
    sum += seconds
  }
  return sum
}
