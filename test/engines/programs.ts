import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const canRun = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The first of these programs that exists: paths, or names on the PATH. */
export const findProgram = (...names: (string | undefined)[]): string | undefined =>
  names
    .filter((name) => name !== undefined)
    .flatMap((name) => (name.includes('/') ? [name] : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))))
    .find(canRun)
