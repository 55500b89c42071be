/** The parts of the site, in the order of its navigation. */
export const sections = ['Get started', 'Screens', 'Production', 'Tests', 'Reference', 'Try it', 'Project'] as const
export type Section = (typeof sections)[number]

/** A page of the site, as every part of the build makes it. */
export interface Page {
  /**
   * Its folder below dist/site/, such as `reference/config/`. It ends with `/`; the start page's is
   * empty.
   */
  path: string
  title: string
  /** Its entry in the menu, which is one line. Default: the title up to a colon. */
  label?: string
  /**
   * One sentence. It is the page's entry in llms.txt, its card on the start page and its
   * description for search engines.
   */
  description: string
  /**
   * GitHub Flavored Markdown, beginning with the title as `# Title`; raw HTML is allowed. A link
   * names a file of the repository from the folder of `source`, as on GitHub, or begins with `/`
   * and is an address on the site (`/reference/config/#styles`, `/playground/`).
   */
  markdown: string
  section: Section
  /**
   * The file that links start from, as a path in the repository. Default: a file in docs/guides/.
   */
  source?: string
  /** Adds to the HTML of the Markdown what only this page has, such as charts. Default: nothing. */
  complete?: (html: string) => string
  /**
   * Scripts and style sheets of this page alone, as addresses of the site. Their sources are in
   * site/client/.
   */
  files?: string[]
}
