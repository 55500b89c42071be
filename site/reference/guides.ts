/** Links to the guides. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.ts'
import { anchor } from './writer.ts'

/**
 * Returns a link to a document of docs/guides/, or to a section of it (its anchor follows the name
 * of the file), with its heading as text. Throws if there is none.
 */
export const guide = (link: string): string => {
  const [file = '', section] = link.split('#')
  const headings = [...readFileSync(join(root, 'docs/guides', file), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, text]) => text!)
  const title = headings.find((heading, at) => (section ? anchor(heading) === section : at === 0))
  if (!title) throw new Error(`docs/guides/${file} has no heading #${section}`)
  return `Guide: [${title}](${link})`
}
