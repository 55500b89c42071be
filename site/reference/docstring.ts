/** What docstrings say, as Markdown. */
import { posix } from 'node:path'
import ts from 'typescript'

export interface Docstring {
  /** The description, without its default. Empty if there is no docstring. */
  text: string
  /** What the description calls the default: `30`, `the page's host`. */
  default?: string
  /** What the parameters are, by their names. */
  params: Record<string, string>
  throws: string[]
  deprecated?: string
  /** Whether hosts never see it (`@internal`). */
  internal: boolean
}

/**
 * Returns where a name is described, as an address on the site, for the names in `{@link}`s;
 * undefined if nowhere.
 */
export type LinkOf = (name: ts.EntityName | ts.JSDocMemberName) => string | undefined

/** The sentence of a description that names the default. */
const defaultSentence = /(?:^|(?<=\s))Default:? (?!of )(.+?)\.(?=\s|$)/s

/**
 * The file of a document in a text (`docs/guides/server.md#cookies`), which becomes a link from the
 * folder of the guides.
 */
const documentPath = /\bdocs\/\w+\/([\w-]+\.md)(#[\w-]+)?/g

/** Joins the lines of a paragraph. Code, lists and empty lines stay. */
const joinLines = (text: string) =>
  text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, at) => (at % 2 ? part : part.replace(/(?<=\S)\n(?=[^\s-])/g, ' ')))
    .join('')
    .trim()

const markdown = (comment: ts.JSDoc['comment'], linkOf: LinkOf): string => {
  if (comment === undefined) return ''
  const parts =
    typeof comment === 'string'
      ? [comment]
      : comment.map((part) => (part.kind === ts.SyntaxKind.JSDocText ? part.text : linkText(part, linkOf)))
  return joinLines(parts.join('')).replace(
    documentPath,
    (path: string, file: string) => `[${file}](${posix.relative('docs/guides', path)})`,
  )
}

const linkText = ({ name, text }: ts.JSDocLink | ts.JSDocLinkCode | ts.JSDocLinkPlain, linkOf: LinkOf) => {
  const label = `\`${(text.trim() || name?.getText()) ?? ''}\``
  const address = name && linkOf(name)
  return address ? `[${label}](${address})` : label
}

export const docstringOf = (declarations: readonly ts.Node[], linkOf: LinkOf): Docstring => {
  const nodes = declarations.flatMap((node) => ts.getJSDocCommentsAndTags(node)).filter(ts.isJSDoc)
  const tags = nodes.flatMap(({ tags }) => tags ?? [])
  const textsOf = (name: string) => tags.filter(({ tagName }) => tagName.text === name).map(({ comment }) => markdown(comment, linkOf))
  // a class and the interface of the same name say the same
  const text = [...new Set(nodes.map(({ comment }) => markdown(comment, linkOf)))].filter(Boolean).join('\n\n')
  const [sentence, fallback] = defaultSentence.exec(text) ?? []
  return {
    text: sentence ? text.replace(sentence, '').replace(/ {2,}/g, ' ').trim() : text,
    default: fallback,
    params: Object.fromEntries(tags.filter(ts.isJSDocParameterTag).map(({ name, comment }) => [name.getText(), markdown(comment, linkOf)])),
    throws: textsOf('throws'),
    deprecated: textsOf('deprecated')[0],
    internal: tags.some(({ tagName }) => tagName.text === 'internal'),
  }
}
