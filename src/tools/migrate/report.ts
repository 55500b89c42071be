import type { ChangedLines } from './edits.ts'

/** What happened to one file. */
export interface MigratedFile {
  /** Its path, relative to the folder. */
  path: string
  /** The lines that changed, as they were and as they are. */
  changes: ChangedLines[]
  /** Whether what changed in it needs an installed package. */
  needsInstall: boolean
  /** What was left in it. */
  leftovers: { line: number; what: string; why: string }[]
}

const countOf = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

/** Puts what is left for the same reason under the same name together. */
const groupsOf = (leftovers: MigratedFile['leftovers']) => {
  const groups = new Map<string, { lines: number[]; what: string; why: string }>()
  for (const { line, what, why } of leftovers) {
    const [first] = what.split('\n')
    const key = `${first}\n${why}`
    const group = groups.get(key) ?? { lines: [], what: first!, why }
    if (!group.lines.includes(line)) group.lines.push(line)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/**
 * Returns the lines that `latchkey migrate` prints: those that changed, by file, and what was left,
 * with the reason and what to do.
 */
export const reportOf = (files: readonly MigratedFile[], dry: boolean): string[] => {
  const changedFiles = files.filter((file) => file.changes.length > 0)
  const leftovers = files.flatMap(({ path, leftovers }) => groupsOf(leftovers).map((each) => ({ path, ...each })))
  const diff = changedFiles.flatMap(({ path, changes }) => [
    path,
    ...changes.flatMap(({ line, before, after }) => [
      ...before.map((text, at) => `  ${line + at} - ${text}`),
      ...after.map((text, at) => `  ${line + at} + ${text}`),
    ]),
    '',
  ])
  const rest = leftovers.flatMap(({ path, lines, what, why }) => [`${path}:${lines.join(',')}  ${what}`, `  ${why}`])
  const total =
    changedFiles.length === 0
      ? "Nothing to change: no file imports the provider's SDK in a way that Latchkey replaces."
      : dry
        ? `${countOf(changedFiles.length, 'file')} would change. Nothing was written.`
        : `${countOf(changedFiles.length, 'file')} changed.${changedFiles.some((file) => file.needsInstall) ? ' Now run: npm install' : ''}`
  return [
    ...diff,
    ...(rest.length > 0 ? [`Left for you (${leftovers.length}):`, '', ...rest, ''] : []),
    total,
    ...(changedFiles.some(({ path, leftovers }) => leftovers.length > 0 && !path.endsWith('package.json'))
      ? ['What is left in a changed file may not compile until you change it.']
      : []),
  ]
}
