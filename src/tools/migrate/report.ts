import type { MigratedFile } from './index.ts'

const counted = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

/** Returns the lines that `latchkey migrate` prints: those that changed, by file, and what was left, with the reason and what to do. */
export const reportOf = (files: readonly MigratedFile[], dry: boolean): string[] => {
  const changed = files.filter((file) => file.changed.length > 0)
  const left = files.flatMap(({ path, left }) => left.map((each) => ({ path, ...each })))
  const diff = changed.flatMap(({ path, changed }) => [
    path,
    ...changed.flatMap(({ line, before, after }) => [
      ...before.map((text, at) => `  ${line + at} - ${text}`),
      ...after.map((text, at) => `  ${line + at} + ${text}`),
    ]),
    '',
  ])
  const rest = left.flatMap(({ path, line, what, why }) => [`${path}:${line}  ${what.split('\n')[0]}`, `  ${why}`])
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
    ...(left.length > 0 && changed.length > 0 ? ['What is left in a changed file may not compile until you change it.'] : []),
  ]
}
