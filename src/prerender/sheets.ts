/**
 * Stands in for ui/looks/sheets.ts: on a server there is nothing to adopt a sheet in, so this notes
 * the sheets of what is rendered.
 */
const collection = new Set<string>()

export const adopt = (): void => {}

export const useSheet = (css: string): void => void collection.add(css)

/** Runs `render`, which must be synchronous. Returns its result and the sheets it has used. */
export function withSheets<Result>(render: () => Result): { result: Result; sheets: string[] } {
  collection.clear()
  return { result: render(), sheets: [...collection] }
}
