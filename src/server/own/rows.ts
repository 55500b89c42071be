/**
 * Reads a row of a store: an object with these texts. Anything else counts as absent, such as a row
 * of another version.
 */
export const readRow = <Row extends object>(value: string | undefined, texts: (keyof Row & string)[]): Row | undefined => {
  try {
    const row: unknown = JSON.parse(value ?? 'null')
    const isRow =
      typeof row === 'object' && row !== null && texts.every((name) => typeof (row as Record<string, unknown>)[name] === 'string')
    return isRow ? (row as Row) : undefined
  } catch {
    return undefined
  }
}
