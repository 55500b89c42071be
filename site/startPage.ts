/** The start page: what README.md says first, and a card for each guide. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../build/paths.ts'
import { titleAndDescription } from './documents.ts'
import { escaped } from './markdown.ts'
import { type Page, sections } from './page.ts'

/** What README.md says before its first section. Its links to sections lead to the page of the whole README. */
const introduction = (readme: string) =>
  readme
    .slice(0, readme.indexOf('\n## '))
    .replace(/<!--.*?-->\n?/gs, '')
    .replaceAll('](#', '](/project/readme/#')

const card = ({ path, title, description }: Page) =>
  `<li><a href="/${path}"><strong>${escaped(title)}</strong><span>${escaped(description)}</span></a></li>`

export const startPage = (pages: Page[]): Page => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const { title, description } = titleAndDescription(readme)
  const cards = sections.flatMap((section) => {
    const own = pages.filter((page) => page.section === section)
    return own.length > 0 ? [`## ${section}\n\n<ul class="cards">${own.map(card).join('')}</ul>\n`] : []
  })
  return {
    path: '',
    title,
    description,
    section: 'Get started',
    source: 'README.md',
    markdown: `${introduction(readme)}\n${cards.join('\n')}`,
  }
}
