/** Keeps a command that runs in somebody else's folder from writing where links of it lead. */
import { lstatSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'

/** Returns whether a path is a link. One that cannot be read is not; opening it says why. */
const isLink = (path: string) => {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

/**
 * Returns the first part of a path below a folder that is a symbolic link, relative to the folder:
 * the path `a/b/c` has the parts `a`, `a/b` and `a/b/c`. Undefined if there is none, and for a path
 * that is elsewhere: its owner has named it.
 */
export const linkOnTheWay = (folder: string, path: string): string | undefined => {
  const parts = relative(folder, resolve(folder, path)).split(sep)
  if (parts[0] === '..') return undefined
  const all = parts.map((_, at) => parts.slice(0, at + 1).join(sep)).filter(Boolean)
  return all.find((part) => isLink(resolve(folder, part)))
}
