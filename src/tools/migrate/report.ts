import type { ChangedLines } from './edits.ts'

/** What happened to one file. */
export interface MigratedFile {
  /** Its path, relative to the folder. */
  path: string
  /** The lines that changed, as they were and as they are. */
  changed: ChangedLines[]
  /** What was left in it. */
  left: { line: number; what: string; why: string }[]
}

const counted = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

/** Puts what is left for the same reason under the same name together. */
const grouped = (left: MigratedFile['left']) => {
  const groups = new Map<string, { lines: number[]; what: string; why: string }>()
  for (const { line, what, why } of left) {
    const [first] = what.split('\n')
    const key = `${first}\n${why}`
    const group = groups.get(key) ?? { lines: [], what: first!, why }
    if (!group.lines.includes(line)) group.lines.push(line)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Returns the lines that `latchkey migrate` prints: those that changed, by file, and what was left, with the reason and what to do. */
export const reportOf = (files: readonly MigratedFile[], dry: boolean): string[] => {
  const changed = files.filter((file) => file.changed.length > 0)
  const left = files.flatMap(({ path, left }) => grouped(left).map((each) => ({ path, ...each })))
  const diff = changed.flatMap(({ path, changed }) => [
    path,
    ...changed.flatMap(({ line, before, after }) => [
      ...before.map((text, at) => `  ${line + at} - ${text}`),
      ...after.map((text, at) => `  ${line + at} + ${text}`),
    ]),
    '',
  ])
  const rest = left.flatMap(({ path, lines, what, why }) => [`${path}:${lines.join(',')}  ${what}`, `  ${why}`])
  const total =
    changed.length === 0
      ? "Nothing to change: no file imports the provider's SDK in a way that Latchkey replaces."
      : dry
        ? `${counted(changed.length, 'file')} would change. Nothing was written.`
        : `${counted(changed.length, 'file')} changed. Now run: npm install`
  return [
    ...diff,
    ...(rest.length > 0 ? [`Left for you (${left.length}):`, '', ...rest, ''] : []),
    total,
    ...(changed.some(({ path, left }) => left.length > 0 && !path.endsWith('package.json'))
      ? ['What is left in a changed file may not compile until you change it.']
      : []),
  ]
}
