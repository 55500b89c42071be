/**
 * Turns Markdown into HTML, with ids and links on headings, highlighted code, and tables that
 * scroll by themselves.
 */
import GithubSlugger from 'github-slugger'
import { Marked, marked, type Token, type Tokens } from 'marked'
import { highlightedCode } from './highlight.ts'

/** Escapes text for HTML, in attributes too. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign]!)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const unescapeHtml = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)

/** Returns a token's text, without markup. */
export const plainText = (token: Token): string => {
  if (token.type === 'html') return ''
  if (token.type === 'br') return ' '
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [header, ...rows].map((row) => row.map(({ tokens }) => tokens.map(plainText).join('')).join(' ')).join('\n')
  }
  if (token.type === 'list') return (token as Tokens.List).items.map(plainText).join('\n')
  const inner = 'tokens' in token && token.tokens
  if (inner) return inner.map(plainText).join(inner.some(({ type }) => type === 'list') ? '\n' : '')
  return 'text' in token ? unescapeHtml(token.text as string) : ''
}

/** A heading of a page. `id` is its anchor, the same as on GitHub. */
export interface Heading {
  id: string
  depth: number
  text: string
}

/** A heading with the text below it, up to the next heading. */
export interface Passage extends Heading {
  content: string
}

/** Returns the ids in raw HTML. */
const idsIn = (html: string) => [...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id!)

/** What other pages and the search have to know of a text. */
export interface Outline {
  passages: Passage[]
  /** Every id that a link can lead to. */
  anchors: Set<string>
}

export const outlineOf = (markdown: string): Outline => {
  const slugger = new GithubSlugger()
  const passages: Passage[] = []
  const anchors = new Set<string>()
  const tokens = marked.lexer(markdown)
  for (const token of tokens) {
    if (token.type === 'heading') {
      const id = slugger.slug(token.text as string)
      passages.push({ id, depth: token.depth as number, text: plainText(token), content: '' })
      anchors.add(id)
    } else if (token.type !== 'space') {
      const passage = passages.at(-1)
      if (passage) passage.content += `${plainText(token)}\n`
    }
  }
  void marked.walkTokens(tokens, (token) => {
    if (token.type === 'html') for (const id of idsIn(token.raw)) anchors.add(id)
  })
  return { passages, anchors }
}

/** The attributes of raw HTML that are links. */
const linkAttribute = /\b(href|src|srcset)="([^"]*)"/g

/** Returns every link, picture and address in raw HTML of a text. */
export const linksIn = (markdown: string): string[] => {
  const links: string[] = []
  void marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type === 'link' || token.type === 'image') links.push(token.href as string)
    if (token.type === 'html') links.push(...[...token.raw.matchAll(linkAttribute)].map(([, , address]) => unescapeHtml(address!)))
  })
  return links
}

/** Returns the HTML of a text. `address` returns where a link leads. */
export const htmlOf = (markdown: string, address: (link: string) => string): string => {
  const slugger = new GithubSlugger()
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = slugger.slug(text)
        const content = this.parser.parseInline(tokens)
        if (depth === 1) return `<h1 id="${id}">${content}</h1>\n`
        return (
          `<div class="heading of-h${depth}"><h${depth} id="${id}">${content}</h${depth}>` +
          `<a class="anchor" href="#${id}" aria-label="Link to “${escapeHtml(tokens.map(plainText).join(''))}”">#</a></div>\n`
        )
      },
      code({ text, lang }) {
        return `<div class="sample"><pre><code>${highlightedCode(text, lang)}</code></pre></div>\n`
      },
      table(token) {
        const cell = ({ tokens, align, header }: Tokens.TableCell) => {
          const name = header && tokens.length > 0 ? 'th' : 'td'
          return `<${name}${name === 'th' ? ' scope="col"' : ''}${align ? ` class="${align}"` : ''}>${this.parser.parseInline(tokens)}</${name}>`
        }
        const row = (cells: Tokens.TableCell[]) => `<tr>${cells.map(cell).join('')}</tr>`
        const head = token.header.some(({ text }) => text) ? `<thead>${row(token.header)}</thead>` : ''
        return `<div class="table"><table>${head}<tbody>${token.rows.map(row).join('')}</tbody></table></div>\n`
      },
      link({ href, title, tokens }) {
        return `<a href="${escapeHtml(address(href))}"${title ? ` title="${escapeHtml(title)}"` : ''}>${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, title, text }) {
        return `<img src="${escapeHtml(address(href))}" alt="${escapeHtml(text)}"${title ? ` title="${escapeHtml(title)}"` : ''}>`
      },
      html({ text }) {
        return text
          .replace(/<!--.*?-->\n?/gs, '')
          .replace(linkAttribute, (_, name: string, link: string) => `${name}="${escapeHtml(address(unescapeHtml(link)))}"`)
      },
    },
  }).parse(markdown, { async: false })
}
