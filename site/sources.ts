/** Shows files of the repository that documents link to. */
import { extname } from 'node:path'
import type { Page } from './page.ts'

const languages: Record<string, string> = { cjs: 'js', mjs: 'js', cts: 'ts', mts: 'ts', yml: 'yaml', txt: 'text', csv: 'text' }

/**
 * Returns the page of a file. It has a language if the file's ending is one of the words that
 * highlight.ts knows.
 */
export const sourcePage = (path: string, file: string, text: string): Page => {
  const ending = extname(file).slice(1)
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)))
  return {
    path,
    title: file,
    description: `The source of ${file}.`,
    markdown: `# ${file}\n\n${fence}${languages[ending] ?? ending}\n${text.trimEnd()}\n${fence}\n`,
    section: 'Project',
  }
}
