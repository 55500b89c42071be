/**
 * llms.txt, which lists every page as Markdown for programs that read, and llms-full.txt, which has
 * all of them (https://llmstxt.org).
 */
import { sections, type Page } from './page.ts'

/** Code of any kind, which is left alone, or a link. */
const codeOrLink =
  /(?<code>^(?<fence>`{3,}|~{3,}).*?^\k<fence>[ \t]*$|`[^`\n]+`)|(?<before>\]\(|\b(?:href|src|srcset)=")(?<link>[^)"\s]+)/gms

/** Returns Markdown whose links lead where `address` says. */
export const withLinks = (markdown: string, address: (link: string) => string): string =>
  markdown.replace(codeOrLink, (whole, ...rest) => {
    const { before, link } = rest.at(-1) as Record<string, string | undefined>
    return before && link ? before + address(link) : whole
  })

/** `llms.txt`. Its "Optional" part is what a reader with little room can skip. */
export const llmsText = (start: Page, pages: Page[]): string => {
  const lists = sections.flatMap((section) => {
    const own = pages.filter((page) => page.section === section && page.path)
    if (own.length === 0) return []
    const rows = own.map(({ title, path, description }) => `- [${title}](${path}index.md): ${description}`)
    return [`## ${section === 'Project' ? 'Optional' : section}\n\n${rows.join('\n')}\n`]
  })
  return `# ${start.title}\n\n> ${start.description}\n\n${lists.join('\n')}`
}
