/** The documents that hosts read, README.md and docs/, and the samples in them. */
import { marked, type Token } from 'marked'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The paths of the documents, relative to the repository. */
export const documents: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name.replaceAll('\\', '/')}`),
]

/** The text of a document. */
export const textOf = (document: string): string => readFileSync(join(root, document), 'utf8')

/** A block of code. */
export interface Sample {
  /** The document that has it: `docs/guides/npm.md`. */
  document: string
  /** The text of the heading above it. */
  heading: string
  /** The language that the block names; empty if it names none. */
  language: string
  code: string
}

const found = new Map<string, Sample[]>()

/** The samples of a document, in order. */
export function samplesOf(document: string): Sample[] {
  const known = found.get(document)
  if (known) return known
  let heading = ''
  const samples: Sample[] = []
  void marked.walkTokens(marked.lexer(textOf(document)), (token: Token) => {
    if (token.type === 'heading') heading = token.text as string
    if (token.type === 'code')
      samples.push({ document, heading, language: (token.lang as string | undefined) ?? '', code: token.text as string })
  })
  found.set(document, samples)
  return samples
}

/**
 * The code of a sample: of those below a heading in one of these languages, the one at the place
 * `at`.
 * @throws Error if there is none
 */
export function sample(document: string, heading: string, languages: readonly string[], at = 0): string {
  const code = samplesOf(document).filter((one) => one.heading === heading && languages.includes(one.language))[at]?.code
  if (code === undefined) throw new Error(`${document} has no sample ${at} below '${heading}' in ${languages.join(' or ')}.`)
  return code
}

/**
 * The files that a document shows below a heading and the headings in it, as printed, by the name
 * that the first or the second line of each says. Of several with the same name, the one at the
 * place `at`, or the last.
 * @throws Error if there are none
 */
export function filesOf(document: string, heading: string, at = 0): Record<string, string> {
  const [, section = ''] = new RegExp(`^##+ ${heading}\\n([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, 'm').exec(textOf(document)) ?? []
  const files: Record<string, string[]> = {}
  for (const [, code = ''] of section.matchAll(/^```(?:ts|tsx|js)\n([\s\S]*?)^```/gm)) {
    const [, name] = /^(?:\/\*\*.*\n)?\/\/ (\S+\.\w+)\n/.exec(code) ?? []
    if (name !== undefined) (files[name] ??= []).push(code)
  }
  if (Object.keys(files).length === 0) throw new Error(`${document} has no named samples below '${heading}'.`)
  return Object.fromEntries(Object.entries(files).map(([name, codes]) => [name, codes[Math.min(at, codes.length - 1)]!]))
}
