/** Makes pages of the Markdown files that site/contents.ts lists. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { marked } from 'marked'
import { root } from '../build/paths.ts'
import { documents } from './contents.ts'
import { plainText } from './markdown.ts'
import type { Page } from './page.ts'

const firstSentence = (text: string) => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text

/**
 * Reads a document's title, its first heading, and its description, its first sentence. Throws if
 * one is missing.
 */
export const titleAndDescription = (markdown: string): Pick<Page, 'title' | 'description'> => {
  const tokens = marked.lexer(markdown)
  const heading = tokens.find((token) => token.type === 'heading')
  const paragraph = tokens.find((token) => token.type === 'paragraph')
  if (!heading || !paragraph) throw new Error('A document begins with a heading and has a paragraph')
  return { title: plainText(heading), description: firstSentence(plainText(paragraph)).replace(/\s+/g, ' ') }
}

export const documentPages = (): Page[] =>
  documents.map(({ file, ...attributes }) => {
    const markdown = readFileSync(join(root, file), 'utf8')
    return { source: file, markdown, ...titleAndDescription(markdown), ...attributes }
  })
