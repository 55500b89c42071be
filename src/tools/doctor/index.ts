/**
 * `latchkey doctor`: opens a host's own page in Chromium and says what is wrong with the widget
 * there.
 */
import { terminalLine } from '../program/terminalLine.ts'
import type { EmbedChunks } from '../snippet/snippet.ts'
import { CannotRun } from './CannotRun.ts'
import { examine } from './examine.ts'
import { openBrowser } from './hostPlaywright.ts'
import { reportText } from './report.ts'

export { CannotRun } from './CannotRun.ts'
export { examine, type ExamineOptions } from './examine.ts'
export type { Report } from './report.ts'

/** The command line of the doctor. */
export interface DoctorArguments {
  /** The words after the command. */
  words: readonly string[]
  json?: boolean
  production?: boolean
}

const pageUrl = (words: readonly string[]) => {
  const [text] = words
  if (words.length !== 1 || !URL.canParse(text!) || !/^https?:$/.test(new URL(text!).protocol))
    throw new CannotRun(
      `Give one URL of a page with the widget: npx latchkey doctor http://localhost:3000/login${text ? ` (not '${words.join(' ')}')` : ''}`,
    )
  return text!
}

/**
 * Runs the command, and prints the report. Resolves with the exit code: 0 if there is no error, 1
 * if there is one, 2 if the page could not be examined.
 */
export const doctor = async ({ words, json, production }: DoctorArguments, chunks: () => EmbedChunks): Promise<number> => {
  try {
    const url = pageUrl(words)
    const browser = await openBrowser(process.cwd())
    try {
      const report = await examine(browser, chunks(), { url, production })
      console.log(json ? JSON.stringify(report, null, 2) : reportText(report))
      return report.ok ? 0 : 1
    } finally {
      await browser.close()
    }
  } catch (error) {
    const { message } = error as Error
    // what Playwright throws when a page closes itself or never comes to rest
    console.error(error instanceof CannotRun ? message : terminalLine(`The page could not be examined: ${message.split('\n')[0]}`))
    return 2
  }
}
