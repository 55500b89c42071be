/** The HTML of a page: head, header, navigation and footer around its content. */
import { type Manifest, manifest, repositoryOf } from '../build/addresses.ts'
import { relativeLink } from './links.ts'
import { escapeHtml, outlineOf } from './markdown.ts'
import { childrenOf } from './tree.ts'
import { sections, type Page, type Section } from './page.ts'
import { policyOf } from './policy.ts'

const policy = policyOf(["manifest-src 'self'"])

/** The areas of the site that the header links to, with their sections. */
const areas: Record<string, Section[]> = {
  Guides: ['Get started', 'Screens', 'Production', 'Tests'],
  Reference: ['Reference'],
  'Try it': ['Try it'],
  Project: ['Project'],
}
const areaOf = (section: Section) => Object.keys(areas).find((area) => areas[area]!.includes(section))

const icon = (paths: string) => `<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="${paths}"/></svg>`
const icons = {
  menu: icon('M4 7h16M4 12h16M4 17h16'),
  search: icon('M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14m5 12 4.5 4.5'),
  scheme: icon('M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5Z'),
}

const mark =
  '<svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="8"/><circle cx="12" cy="20" r="5"/><path d="M15.6 16.4 24 8m-4.4 4.4 3.2 3.2"/></svg>'

interface Frame {
  /** Every page, in the order of the navigation. */
  pages: Page[]
  /** Returns the link to an address of the site. */
  link: (path: string, anchor?: string) => string
}

/** Returns the text of a page's entry in the menu. */
export const labelOf = ({ label, title }: Page): string => label ?? title.replace(/: .*/, '')

/** Returns an entry of the menu. Those below it are listed while the visitor is there. */
const entry = (page: Page, other: Page, siblings: Page[], frame: Frame): string => {
  const { path } = other
  const below = page.path.startsWith(path) ? childrenOf(other, siblings) : []
  const list = below.length > 0 ? `<ul>${below.map((child) => entry(page, child, siblings, frame)).join('')}</ul>` : ''
  return `<li><a href="${frame.link(path)}"${path === page.path ? ' aria-current="page"' : ''}>${escapeHtml(labelOf(other))}</a>${list}</li>`
}

const header = (page: Page, { pages, link }: Frame) => {
  const here = page.path && areaOf(page.section)
  const entries = Object.entries(areas).flatMap(([area, [section]]) => {
    const first = pages.find((other) => other.path && other.section === section)
    return first ? [`<li><a href="${link(first.path)}"${area === here ? ' aria-current="true"' : ''}>${area}</a></li>`] : []
  })
  return `<header class="top">
<button type="button" class="plain menu-button" popovertarget="menu" aria-label="Menu">${icons.menu}</button>
<a class="brand" href="${link('')}">${mark}Latchkey</a>
<nav class="areas" aria-label="Areas"><ul>${entries.join('')}</ul></nav>
<button type="button" class="search-button" id="search-button" aria-label="Search" aria-keyshortcuts="/" hidden>${icons.search}<span>Search</span><kbd>/</kbd></button>
<button type="button" class="plain" id="scheme" aria-label="Dark colors" hidden>${icons.scheme}</button>
</header>`
}

const menu = (page: Page, frame: Frame) => {
  const groups = sections.flatMap((section) => {
    const own = frame.pages.filter((other) => other.path && other.section === section)
    if (own.length === 0) return []
    const isOpen = areaOf(section) === areaOf(page.section) || (!page.path && areaOf(section) === 'Guides')
    return [
      `<details${isOpen ? ' open' : ''}><summary>${section}</summary><ul>${childrenOf(undefined, own)
        .map((other) => entry(page, other, own, frame))
        .join('')}</ul></details>`,
    ]
  })
  return `<nav class="menu" id="menu" popover aria-label="Pages">${groups.join('\n')}</nav>`
}

/**
 * Lets a long name such as `sessionOptions.sessionDurationMinutes` continue on the next line after
 * a dot, an underscore or a slash.
 */
const breakable = (name: string) => escapeHtml(name).replace(/(?<=[\w\]])[._/](?=\w)/g, '$&<wbr>')

const contents = (page: Page) => {
  if (!page.path) return ''
  const headings = outlineOf(page.markdown).passages.filter(({ depth }) => depth === 2 || depth === 3)
  if (headings.length < 2) return ''
  let above = ''
  const entries = headings.map(({ id, depth, text }) => {
    // `sessionOptions.locale`, below `sessionOptions`, is `.locale`.
    const short = depth === 3 && text.startsWith(`${above}.`) ? text.slice(above.length) : text
    if (depth === 2) above = text
    return `<li class="depth-${depth}"><a href="#${id}">${breakable(short)}</a></li>`
  })
  return `<nav class="contents" id="contents" popover aria-label="On this page"><p>On this page</p><ul>${entries.join('')}</ul></nav>`
}

const neighbors = (page: Page, { pages, link }: Frame) => {
  const at = pages.findIndex(({ path }) => path === page.path)
  if (at < 0 || !page.path) return ''
  const [before, after] = [pages[at - 1], pages[at + 1]]
  return `<nav class="neighbors" aria-label="Next and previous page">${[
    before?.path ? `<a rel="prev" href="${link(before.path)}"><span>Previous</span>${escapeHtml(before.title)}</a>` : '<span></span>',
    after ? `<a rel="next" href="${link(after.path)}"><span>Next</span>${escapeHtml(after.title)}</a>` : '',
  ].join('')}</nav>`
}

/** A page of the reference can have the title of a guide. */
const titleOf = ({ path, title, section }: Page) =>
  path === '' ? title : [title, ...(section === 'Reference' ? [section] : []), 'Latchkey'].join(' · ')

/** Pages that are made for the site alone, such as 404.html, have no Markdown. */
const hasMarkdown = (page: Page, { pages }: Frame) => pages.includes(page)

const footer = (page: Page, frame: Frame, project: Manifest) => {
  const repository = repositoryOf(project)
  return `<footer class="foot">Latchkey ${project.version}${repository ? ` · <a href="${escapeHtml(repository)}">Repository</a>` : ''}${hasMarkdown(page, frame) ? ' · <a href="index.md">This page as Markdown</a>' : ''} · <a href="${frame.link('llms.txt')}">All pages for language models</a></footer>`
}

/**
 * Returns the document of a page around its content. `base` is the address of the site for a page
 * without one of its own (404.html); the links of the others are relative. `project` has the
 * addresses that are known (build/addresses.ts).
 */
export const pageHtml = (page: Page, content: string, pages: Page[], base?: string, project: Manifest = manifest()): string => {
  const link = (path: string, anchor?: string) => escapeHtml(base === undefined ? relativeLink(page.path, path, anchor) : base + path)
  const frame = { pages, link }
  const onThisPage = contents(page)
  const own = page.files ?? []
  const [sheets, scripts] = ['.css', '.js'].map((ending) => own.filter((file) => file.endsWith(ending))) as [string[], string[]]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(page.description)}">
<title>${escapeHtml(titleOf(page))}</title>
${project.homepage && base === undefined ? `<link rel="canonical" href="${escapeHtml(new URL(page.path, project.homepage).href)}">\n` : ''}<link rel="icon" href="${link('favicon.svg')}" type="image/svg+xml">
${hasMarkdown(page, frame) ? '<link rel="alternate" href="index.md" type="text/markdown">\n' : ''}<link rel="stylesheet" href="${link('site.css')}">
${sheets.map((file) => `<link rel="stylesheet" href="${link(file)}">\n`).join('')}<script src="${link('scheme.js')}"></script>
<script type="module" src="${link('site.js')}"></script>
${scripts.map((file) => `<script type="module" src="${link(file)}"></script>\n`).join('')}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${header(page, frame)}
<div class="frame">
${menu(page, frame)}
<main id="content" tabindex="-1"${page.path ? '' : ' class="start"'}>
${onThisPage && '<button type="button" class="contents-button" popovertarget="contents">On this page</button>'}
${content}
${neighbors(page, frame)}
${footer(page, frame, project)}
</main>
${onThisPage}
</div>
</body>
</html>
`
}
