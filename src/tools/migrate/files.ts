/** The files of an application that somebody edits. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** A path does not exist, or a link in the folder leads to it. */
export class NoSuchPath extends Error {}

/**
 * Returns the files and folders that a command looks at: the whole folder, unless paths in it are
 * named.
 * @throws NoSuchPath
 */
export const rootsOf = (folder: string, paths: readonly string[] = []): string[] => {
  const roots = (paths.length > 0 ? paths : ['.']).map((path) => resolve(folder, path))
  for (const root of roots) if (!existsSync(root)) throw new NoSuchPath(`There is no file or folder '${relative(folder, root)}'.`)
  return roots
}

/** Folders of what was installed, or is written again with every build or start. */
const generatedFolder =
  /^(node_modules|bower_components|\.git|\.hg|\.next|\.nuxt|\.output|\.svelte-kit|\.astro|\.angular|\.turbo|\.vite|\.cache|\.parcel-cache|\.vercel|\.netlify|\.yarn|\.pnpm-store|dist|build|out|coverage)$/

/** Returns the files below a folder that somebody edits, or the file itself. */
export const filesBelow = (path: string): string[] => {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const below = join(path, entry.name)
      return entry.isFile() ? [below] : entry.isDirectory() && !generatedFolder.test(entry.name) ? filesBelow(below) : []
    })
}

/** Returns the text of a file, or undefined if it is not UTF-8. */
export const textOf = (file: string): string | undefined => {
  const bytes = readFileSync(file)
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : undefined
}

/** Returns the path of the package.json that a file belongs to, if there is one. */
export const manifestOf = (file: string): string | undefined => {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest)) return manifest
    if (folder === dirname(folder)) return undefined
  }
}
