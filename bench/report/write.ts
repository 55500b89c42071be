/** Writes results.json, and from these results alone REPORT.md, report.html, and the README's tables and chart. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Results } from '../results.ts'
import { html } from './html.ts'
import { markdown } from './markdown.ts'
import { chartImage, imageFiles, schemes } from './images.ts'
import { readmeTables } from './readme.ts'

export const writeReports = (root: string, results: Results) => {
  writeFileSync(join(root, 'bench/results.json'), `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(join(root, 'bench/REPORT.md'), markdown(results))
  writeFileSync(join(root, 'bench/report.html'), html(results))
  mkdirSync(join(root, 'docs/images'), { recursive: true })
  for (const scheme of schemes) writeFileSync(join(root, imageFiles[scheme]), chartImage(results, scheme))
  const readme = join(root, 'README.md')
  writeFileSync(readme, readmeTables(readFileSync(readme, 'utf8'), results))
}
