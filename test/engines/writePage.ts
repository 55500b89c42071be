/** Writes the tables of docs/browsers.md, at the end of `npm run test:engines`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { filled } from './browsersPage.ts'

const PAGE = 'docs/browsers.md'
writeFileSync(PAGE, filled(readFileSync(PAGE, 'utf8')))
