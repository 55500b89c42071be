/** Whether what was built is still what the sources say: beside each entry's output, .cache/build/ keeps what went into it. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache, placeOf, root } from './checkout.ts'

const record = (name: string) => join(cache, `${name}.inputs.json`)
const digest = (path: string) =>
  existsSync(join(root, path))
    ? createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest('hex')
    : null

/** Every file at or below a path of the checkout. */
const filesBelow = (path: string): string[] =>
  statSync(join(root, path)).isDirectory() ? readdirSync(join(root, path)).flatMap((name) => filesBelow(`${path}/${name}`)) : [path]

/** What every entry depends on. */
const recipe = () =>
  [
    'build',
    'src/snippet.ts',
    'src/height.ts',
    'src/heightTable.ts',
    'src/ui/language.ts',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ].flatMap(filesBelow)

/** Notes that an entry has been built from these files, paths below the checkout; a folder stands for all that is in it. */
export const noteInputs = (name: string, inputs: string[]): void => {
  const files = [...recipe(), ...inputs.filter((path) => !path.startsWith('node_modules/')).flatMap(filesBelow)]
  writeFileSync(record(name), JSON.stringify(Object.fromEntries(files.map((path) => [path, digest(path)]))))
}

/** Whether an entry has to be built again. */
export const isStale = ({ name, output }: { name: string; output: string }): boolean => {
  if (!existsSync(record(name)) || !existsSync(placeOf(output))) return true
  const noted = JSON.parse(readFileSync(record(name), 'utf8')) as Record<string, string | null>
  const now = new Set([...recipe(), ...Object.keys(noted)])
  return [...now].some((path) => noted[path] !== digest(path))
}
