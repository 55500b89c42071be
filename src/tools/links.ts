/** Keeps a command that runs in somebody else's folder from writing where links of it lead. */
import { lstatSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'

/**
 * Returns the first part of a path below a folder that is a symbolic link: the path `a/b/c` has the
 * parts `a`, `a/b` and `a/b/c`. Undefined if there is none, and for a path that is elsewhere: its
 * owner has named it.
 */
export const linkOnTheWay = (folder: string, path: string): string | undefined => {
  const absolute = resolve(folder, path)
  const parts = relative(folder, absolute).split(sep)
  if (parts[0] === '..') return undefined
  const all = parts.map((_, at) => resolve(folder, ...parts.slice(0, at + 1)))
  return all.find((part) => part !== folder && lstatSync(part, { throwIfNoEntry: false })?.isSymbolicLink())
}
