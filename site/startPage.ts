/**
 * The start page: what README.md says first, the latest measurements, how to install, and a card
 * for each page.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { marked, type Token } from 'marked'
import { drawnOn, fasterOn, latchkeyOn, medianOf, prerenderedOn, sdkOn } from '../bench/report/figures.ts'
import { kilobytes } from '../bench/report/goals.ts'
import { journeys } from '../bench/journeys.ts'
import type { Results } from '../bench/results.ts'
import { root } from '../build/paths.ts'
import { titleAndDescription } from './documents.ts'
import { escapeHtml } from './markdown.ts'
import { type Page, sections } from './page.ts'
import { childrenOf } from './tree.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

const isCode = (token: Token, language: string, part: string) =>
  token.type === 'code' && token.lang === language && token.raw.includes(part)

const tag = (tokens: Token[]) => tokens.find((token) => isCode(token, 'html', '<script'))
const install = (tokens: Token[]) => tokens.find((token) => isCode(token, 'sh', 'npm install latchkey'))

const raw = (tokens: (Token | undefined)[]) => tokens.map((token) => token?.raw.trim() ?? '').join('\n\n')

/**
 * What README.md says before its first section, and the lines that install Latchkey, wherever it
 * says them.
 */
const readmeParts = () => {
  // "Try it here" leads where the README's line with addresses leads
  const readme = read('README.md').replace(/<!-- addresses -->\n.*?\n\n/s, '')
  const tokens = marked.lexer(readme.replace(/<!--.*?-->\n?/gs, ''))
  const end = tokens.findIndex((token) => token.type === 'heading' && token.depth === 2)
  const [heading, lede, ...rest] = tokens.slice(0, end).filter(({ type }) => type !== 'space')
  const missing = [install, tag].flatMap((find) => (find(rest) ? [] : (find(tokens) ?? [])))
  // Its links to sections lead to the page of the whole README.
  const linkToReadme = (text: string) => text.replaceAll('](#', '](/project/readme/#')
  return { heading: raw([heading]), lede: linkToReadme(raw([lede])), rest: linkToReadme(raw(rest)), install: raw(missing) }
}

const milliseconds = (value: number | undefined) => `${Math.round(value!)} ms`

/** Three figures of the last measurement (`npm run bench`), each with what to compare it with. */
const figures = () => {
  const results = JSON.parse(read('bench/results.json')) as Results
  const journey = journeys[0]!
  const [own, sdk, inPage] = [latchkeyOn(results, journey)!, sdkOn(results, journey)!, prerenderedOn(results, journey)]
  const rows = [
    [kilobytes(own.first!), `until the email form can be used. Stytch's SDK 6: ${kilobytes(sdk.first!)}.`],
    [
      milliseconds(medianOf(own, 'ready')),
      `on a slow phone, ${fasterOn(results, journey)!.toFixed(1)} times as fast as Stytch's SDK 6 (${milliseconds(medianOf(sdk, 'ready'))}).`,
    ],
    [
      milliseconds(medianOf(inPage, 'ready')),
      `with the form in your page's HTML: ${drawnOn(results, journey)!.toFixed(2)} times the time of a plain HTML form.`,
    ],
  ]
  return `<ul class="figures">${rows.map(([figure, meaning]) => `<li><strong>${figure}</strong> ${meaning}</li>`).join('')}</ul>`
}

const card = ({ path, title, description }: Page) =>
  `<li><a href="/${path}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(description)}</span></a></li>`

const actions = (pages: Page[]) => {
  const link = (to: string, text: string) => (pages.some(({ path }) => path === to) ? `<a href="/${to}">${text}</a>` : '')
  return `<p class="actions">${link('guides/your-own-server/', 'Your own server')}${link('guides/migration/', 'Stytch')}${link('playground/', 'Try it here')}</p>`
}

export const startPage = (pages: Page[]): Page => {
  const { title, description } = titleAndDescription(read('README.md'))
  const { heading, lede, rest, install } = readmeParts()
  const cards = sections
    .filter((section) => section !== 'Project')
    .flatMap((section) => {
      const own = childrenOf(
        undefined,
        pages.filter((page) => page.section === section),
      )
      return own.length > 0 ? [`## ${section}`, `<ul class="cards">${own.map(card).join('')}</ul>`] : []
    })
  return {
    path: '',
    title: `${title}: sign-up and log-in in a few kilobytes`,
    description,
    section: 'Get started',
    source: 'README.md',
    markdown: `${[heading, lede, actions(pages), figures(), rest, ...(install ? ['## Install', install] : []), ...cards].join('\n\n')}\n`,
  }
}
