/**
 * Tells whether an entry's output is up to date. .cache/build/ keeps a digest of every file that
 * the entry was built from.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache, placeOf, root } from './paths.ts'

const record = (name: string) => join(cache, `${name}.inputs.json`)
const digest = (path: string) =>
  existsSync(join(root, path))
    ? createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest('hex')
    : null

/** Lists every file at or below a path from the repository root. */
const filesBelow = (path: string): string[] =>
  statSync(join(root, path)).isDirectory() ? readdirSync(join(root, path)).flatMap((name) => filesBelow(`${path}/${name}`)) : [path]

/** Returns the files that every entry depends on. */
const recipe = () =>
  [
    'build',
    'src/tools/snippet/snippet.ts',
    'src/tools/snippet/height.ts',
    'src/tools/snippet/heightTable.ts',
    'src/tools/snippet/widths.ts',
    'src/ui/words/language.ts',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ].flatMap(filesBelow)

/**
 * Records the digests of the files that an entry was built from. Paths are relative to the
 * repository root, and a folder means everything in it.
 */
export const noteInputs = (name: string, inputs: string[]): void => {
  const files = [...recipe(), ...inputs.filter((path) => !path.startsWith('node_modules/')).flatMap(filesBelow)]
  writeFileSync(record(name), JSON.stringify(Object.fromEntries(files.map((path) => [path, digest(path)]))))
}

/** Returns whether an entry has to be built again. */
export const isStale = ({ name, output }: { name: string; output: string }): boolean => {
  if (!existsSync(record(name)) || !existsSync(placeOf(output))) return true
  const inputs = JSON.parse(readFileSync(record(name), 'utf8')) as Record<string, string | null>
  const now = new Set([...recipe(), ...Object.keys(inputs)])
  return [...now].some((path) => inputs[path] !== digest(path))
}
