/**
 * Writes results.json, and from these results alone bench/REPORT.md, bench/report.html, the tables
 * of docs/reports/figures.md with their chart, and the README's figure.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Results } from '../results.ts'
import { html } from './html.ts'
import { markdown } from './markdown.ts'
import { chartImage, imageFiles, schemes } from './images.ts'
import { writers } from './documents.ts'

export const writeReports = (root: string, results: Results) => {
  writeFileSync(join(root, 'bench/results.json'), `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(join(root, 'bench/REPORT.md'), markdown(results))
  writeFileSync(join(root, 'bench/report.html'), html(results))
  mkdirSync(join(root, 'docs/images'), { recursive: true })
  for (const scheme of schemes) writeFileSync(join(root, imageFiles[scheme]), chartImage(results, scheme))
  for (const [path, withFigures] of Object.entries(writers)) {
    const file = join(root, path)
    writeFileSync(file, withFigures(readFileSync(file, 'utf8'), results))
  }
}
