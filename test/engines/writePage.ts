/** Writes the tables of docs/reports/browsers.md, at the end of `npm run test:engines`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { filled } from './browsersPage.ts'

const PAGE = 'docs/reports/browsers.md'
writeFileSync(PAGE, filled(readFileSync(PAGE, 'utf8')))
