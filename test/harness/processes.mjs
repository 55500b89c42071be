/** How much processor time a process has taken together with its children, by /proc; 0 where there is none (Linux alone has it). */
import { readFileSync, readdirSync } from 'node:fs'

/** `man 5 proc`: behind the name, the parent is the 2nd field; utime, stime and those of children that have ended are the 12th to 15th, in hundredths of a second. */
const read = (pid) => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return { pid, parent: Number(fields[1]), seconds: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100 }
  } catch {
    return undefined
  }
}

/** Seconds, of the process and of all that descend from it. */
export const secondsOfTree = (root) => {
  let processes
  try {
    processes = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => read(Number(name)))
      .filter(Boolean)
  } catch {
    return 0
  }
  const tree = new Set([root])
  // A child has a higher number than its parent, but for the rare time when numbers begin again.
  for (const { pid, parent } of processes.sort((a, b) => a.pid - b.pid)) if (tree.has(parent)) tree.add(pid)
  return processes.reduce((sum, { pid, seconds }) => sum + (tree.has(pid) ? seconds : 0), 0)
}
