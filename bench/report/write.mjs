/** Writes what was measured: results.json, and from it alone REPORT.md, report.html and the README's tables. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { html } from './html.mjs'
import { markdown } from './markdown.mjs'
import { readmeTables } from './readme.mjs'

export const writeReports = (root, results) => {
  writeFileSync(join(root, 'bench/results.json'), `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(join(root, 'bench/REPORT.md'), markdown(results))
  writeFileSync(join(root, 'bench/report.html'), html(results))
  const readme = join(root, 'README.md')
  writeFileSync(readme, readmeTables(readFileSync(readme, 'utf8'), results))
}
