/** A text that replaces another one. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** Returns whether an edit needs an installed package: an address is loaded from its network. */
export const needsPackage = ({ text }: Edit): boolean => !text.startsWith('https:')

/** Something that was left as it is. */
export interface Leftover {
  /** Where it begins in the text. */
  at: number
  /** What it is. */
  what: string
  /** Why it was left, and what to do. */
  why: string
}

/** What was found in a text. */
export interface Findings {
  edits: Edit[]
  leftovers: Leftover[]
}

/** Returns the text with all edits, which do not overlap. */
export const withEdits = (text: string, edits: readonly Edit[]): string =>
  [...edits]
    .sort((one, other) => other.start - one.start)
    .reduce((so, { start, end, text }) => so.slice(0, start) + text + so.slice(end), text)

/** Returns the number of the line, from 1. */
export const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length

/** Lines that edits change, as they were and as they are. */
export interface ChangedLines {
  /** The number of the first line as it was. */
  line: number
  before: string[]
  after: string[]
}

export const changedLines = (text: string, edits: readonly Edit[]): ChangedLines[] => {
  const groups: { start: number; end: number; edits: Edit[] }[] = []
  for (const edit of [...edits].sort((one, other) => one.start - other.start)) {
    const start = text.lastIndexOf('\n', edit.start - 1) + 1
    const newline = text.indexOf('\n', edit.end)
    const end = newline < 0 ? text.length : newline
    const last = groups.at(-1)
    if (last && start <= last.end) {
      last.end = Math.max(last.end, end)
      last.edits.push(edit)
    } else groups.push({ start, end, edits: [edit] })
  }
  return groups.map(({ start, end, edits }) => {
    const before = text.slice(start, end)
    const after = withEdits(
      before,
      edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
    )
    const lines = (part: string) => part.split('\n').map((line) => line.replace(/\r$/, ''))
    return { line: lineOf(text, start), before: lines(before), after: lines(after) }
  })
}
