/**
 * The start page: what README.md says first beside a form to try, the latest measurements, the code
 * of README.md in tabs, and a card for each page.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { marked, type Token } from 'marked'
import type { Results } from '../bench/results.ts'
import { root } from '../build/paths.ts'
import { demonstration, demonstrationFiles } from './demonstration.ts'
import { titleAndDescription } from './documents.ts'
import { escapeHtml } from './markdown.ts'
import { measurements } from './measurements.ts'
import { type Page, sections } from './page.ts'
import { childrenOf } from './tree.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

const raw = (tokens: (Token | undefined)[]) => tokens.map((token) => token?.raw.trim() ?? '').join('\n\n')

/** The tabs: the sections of README.md whose first code they show, and the guide that goes on. */
const tabs = {
  'Your own server': { section: 'Your own server', guide: '/guides/your-own-server/' },
  'Script tag': { section: 'One script tag', guide: '/guides/script-tag/' },
  React: { section: 'React', guide: '/guides/react/' },
}

/** Returns the first sample of a section that has several lines. Throws if there is none. */
const sampleOf = (tokens: Token[], section: string) => {
  const start = tokens.findIndex((token) => token.type === 'heading' && token.text === section)
  const sample = tokens.slice(start).find((token) => token.type === 'code' && token.text.includes('\n'))
  if (start < 0 || !sample) throw new Error(`README.md has no sample below "${section}"`)
  return sample
}

/**
 * Returns the samples as tabs of radio buttons, which need no script: arrow keys move between them,
 * and a browser without style sheets shows all.
 */
const code = (tokens: Token[]) => {
  const inputs = Object.keys(tabs).map(
    (name, index) =>
      `<input type="radio" name="code" id="code-${index}"${index === 0 ? ' checked' : ''}><label for="code-${index}">${name}</label>`,
  )
  const panels = Object.entries(tabs).map(
    ([name, { section, guide }]) =>
      `<div class="panel">\n\n${raw([sampleOf(tokens, section)])}\n\n[${name}: the guide](${guide})\n\n</div>`,
  )
  return `<fieldset class="tabs"><legend>The code for</legend>${inputs.join('')}\n\n${panels.join('\n\n')}\n\n</fieldset>`
}

/** Reads the start of README.md, up to its first section, and the samples of its tabs. */
const readmeParts = () => {
  // "Try it here" leads where the README's line with addresses leads
  const readme = read('README.md').replace(/<!-- addresses -->\n.*?\n\n/s, '')
  const tokens = marked.lexer(readme.replace(/<!--.*?-->\n?/gs, ''))
  const end = tokens.findIndex((token) => token.type === 'heading' && token.depth === 2)
  const [heading, lede, ...rest] = tokens.slice(0, end).filter(({ type }) => type !== 'space')
  // Its links to sections lead to the page of the whole README.
  const linkToReadme = (text: string) => text.replaceAll('](#', '](/project/readme/#')
  return { heading: raw([heading]), lede: linkToReadme(raw([lede])), rest: linkToReadme(raw(rest)), code: code(tokens) }
}

const card = ({ path, title, description }: Page) =>
  `<li><a href="/${path}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(description)}</span></a></li>`

const actions = (pages: Page[]) => {
  const link = (to: string, text: string) => (pages.some(({ path }) => path === to) ? `<a href="/${to}">${text}</a>` : '')
  return `<p class="actions">${link('guides/your-own-server/', 'Your own server')}${link('guides/migration/', 'Stytch')}${link('playground/', 'Try it here')}</p>`
}

/** Puts what is above the figures on the left, and the form to try on the right. */
const withDemonstration = (html: string) => {
  const [before, after] = html.split(/(?=<ul class="figures">)/)
  return `<div class="hero"><div>${before}</div>${demonstration()}</div>${after}`
}

export const startPage = (pages: Page[]): Page => {
  const { title, description } = titleAndDescription(read('README.md'))
  const { heading, lede, rest, code } = readmeParts()
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
    markdown: `${[heading, lede, actions(pages), measurements(JSON.parse(read('bench/results.json')) as Results), code, rest, ...cards].join('\n\n')}\n`,
    complete: withDemonstration,
    files: demonstrationFiles,
  }
}
